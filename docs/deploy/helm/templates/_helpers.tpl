{{- define "labels" -}}
app.kubernetes.io/name: millrace
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{/* The Pods of all parts */}}
{{- define "selector" -}}
app.kubernetes.io/name: millrace
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "host" -}}
{{ . | trimPrefix "https://" | trimPrefix "http://" }}
{{- end }}

{{/* The settings as data of a ConfigMap. A secret in them would be readable by everybody who may list ConfigMaps. */}}
{{- define "settings" -}}
{{- $origin := required "settings.APP_ORIGIN must be the address that browsers use, such as https://cloud.example.com" .Values.settings.APP_ORIGIN -}}
{{- range $name := list "DATABASE_URL" "MILLRACE_SECRET" "METRICS_TOKEN" "SMTP_URL" "STRIPE_SECRET_KEY" "STRIPE_WEBHOOK_SECRET" "GOOGLE_CLIENT_SECRET" "GITHUB_CLIENT_SECRET" "OPENID_CLIENT_SECRET" "INBOUND_MAIL_SECRET" "CHAT_WEBHOOK_URL" "OTEL_EXPORTER_OTLP_HEADERS" }}
{{- if hasKey $.Values.settings $name }}{{ fail (printf "settings.%s is a secret: put it into the Secret %s" $name $.Values.existingSecret) }}{{ end }}
{{- end }}
{{- range $name := list "HOST" "PORT" "WORKER_PORT" "WORKER_URL" }}
{{- if hasKey $.Values.settings $name }}{{ fail (printf "settings.%s is set by the chart" $name) }}{{ end }}
{{- end }}
{{- range $name, $value := .Values.settings }}
{{- if not (kindIs "string" $value) }}{{ fail (printf "settings.%s must be a text in quotes" $name) }}{{ end }}
{{- if $value }}
{{ $name }}: {{ $value | quote }}
{{- end }}
{{- end }}
{{- if not .Values.settings.LIVE_ORIGIN }}
LIVE_ORIGIN: {{ $origin | quote }}
{{- end }}
{{- end }}

{{/* The part of a Pod's spec that all parts share */}}
{{- define "pod" -}}
automountServiceAccountToken: false
# Its variables would have names like ours.
enableServiceLinks: false
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  # The image's user node.
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
volumes:
  - name: tmp
    emptyDir: {}
{{- end }}

{{/* The part of a container that all parts share */}}
{{- define "container" -}}
image: {{ include "image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
volumeMounts:
  - { name: tmp, mountPath: /tmp }
{{- end }}

{{/* Spreads the Pods of a part over machines and zones, as far as there are some. */}}
{{- define "spread" -}}
{{- range $key := list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
- topologyKey: {{ $key }}
  maxSkew: 1
  whenUnsatisfiable: ScheduleAnyway
  labelSelector:
    matchLabels:
      {{- include "selector" $.root | nindent 6 }}
      app.kubernetes.io/component: {{ $.part }}
{{- end }}
{{- end }}
