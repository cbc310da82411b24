export interface paths {
    "/v1/free": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["get-v1-free"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/prices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["get-v1-prices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/os": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["get-v1-os"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["get-v1-templates"];
        put?: never;
        post: operations["post-v1-templates"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/volumes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["get-v1-volumes"];
        put?: never;
        post: operations["post-v1-volumes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/volumes/{volume_id}/grow": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["post-v1-volumes-volume_id-grow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/volumes/{volume_id}/snapshot": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["post-v1-volumes-volume_id-snapshot"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/volumes/{volume_id}/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["post-v1-volumes-volume_id-delete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/reserve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["post-v1-reserve"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/jobs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["get-v1-jobs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["get-v1-delete"];
        put?: never;
        post: operations["post-v1-delete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tasks/{resv_guid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["get-v1-tasks-resv_guid"];
        put?: never;
        post: operations["post-v1-tasks-resv_guid"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tasks/{resv_guid}/logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["get-v1-tasks-resv_guid-logs"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tasks/{resv_guid}/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["get-v1-tasks-resv_guid-metrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/ssh-public-key-upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["post-v1-ssh-public-key-upload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["get-users-keys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/keys/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["post-users-keys-delete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/self": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["get-users-self"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/device/authorize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["post-v1-device-authorize"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/device/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["post-v1-device-token"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/api-keys/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["post-v1-api-keys-revoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/billing/tenant": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["get-billing-tenant"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Refusal: {
            /** @enum {string} */
            retcode: "ERROR" | "FAILED";
            human_readable_message: string;
            error?: string;
            fields?: {
                [key: string]: string;
            };
            can_enqueue?: boolean;
            action_url?: string;
            left?: number;
            accepted?: number;
            duplicates?: number;
            rejected?: {
                index: number;
                key: string;
                human_readable_message: string;
            }[];
            newest?: {
                title: string;
                content: string;
                version: number;
            } | null;
        };
    };
    responses: {
        Status400: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        Status401: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "WWW-Authenticate"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        Status402: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        Status403: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
                "text/html": string;
            };
        };
        Status404: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        Status405: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                Allow?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        Status409: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        Status413: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        Status415: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        Status429: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After"?: string;
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        Status500: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
        Status503: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Refusal"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        RequestId: string;
        ReadMs: number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "get-v1-free": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Read-Ms": components["headers"]["ReadMs"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        retcode: "OK";
                        free: ({
                            cluster_name: string;
                            gpu_type: string;
                            free_nodes: number;
                            free_gpus: number;
                            free_fragmented_gpus: number;
                            max_fragmented_gpus: number;
                            networks: string[];
                            fits: {
                                [key: string]: number[];
                            };
                        } & {
                            [key: string]: unknown;
                        })[];
                    } | components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    "get-v1-prices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Read-Ms": components["headers"]["ReadMs"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        retcode: "OK";
                        prices: {
                            [key: string]: number;
                        };
                    } | components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    "get-v1-os": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Read-Ms": components["headers"]["ReadMs"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        retcode: "OK";
                        os: {
                            tenant_image: string;
                            os_name: string;
                            os_experimental: 0 | 1;
                            os_deprecated: 0 | 1;
                            is_default: 0 | 1;
                        }[];
                    } | components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    "get-v1-templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Read-Ms": components["headers"]["ReadMs"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        retcode: "OK";
                        templates: {
                            template_id: string;
                            name: string;
                            title: string;
                            line: string;
                            own: boolean;
                            image: string;
                            start_command: string;
                            environment: {
                                name: string;
                                value: string | null;
                                secret: boolean;
                            }[];
                            http_ports: number[];
                            volume_path: string;
                            gpus: number;
                            registry_username: string;
                            has_registry_password: boolean;
                            hindrance: string;
                        }[];
                    };
                };
            };
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    "post-v1-templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    image: string;
                    start_command?: string;
                    environment?: {
                        name: string;
                        /** @default null */
                        value?: string;
                        /** @default false */
                        secret?: boolean;
                    }[];
                    http_ports?: number[] | string;
                    volume_path?: string;
                    registry_username?: string;
                    registry_password?: string;
                };
                "application/x-www-form-urlencoded": {
                    name: string;
                    image: string;
                    start_command?: string;
                    environment?: {
                        name: string;
                        /** @default null */
                        value?: string;
                        /** @default false */
                        secret?: boolean;
                    }[];
                    http_ports?: number[] | string;
                    volume_path?: string;
                    registry_username?: string;
                    registry_password?: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Read-Ms": components["headers"]["ReadMs"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        retcode: "OK";
                        template: {
                            template_id: string;
                            name: string;
                            title: string;
                            line: string;
                            own: boolean;
                            image: string;
                            start_command: string;
                            environment: {
                                name: string;
                                value: string | null;
                                secret: boolean;
                            }[];
                            http_ports: number[];
                            volume_path: string;
                            gpus: number;
                            registry_username: string;
                            has_registry_password: boolean;
                            hindrance: string;
                        };
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            409: components["responses"]["Status409"];
            413: components["responses"]["Status413"];
            415: components["responses"]["Status415"];
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            429: components["responses"]["Status429"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    "get-v1-volumes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Read-Ms": components["headers"]["ReadMs"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        retcode: "OK";
                        volumes: {
                            volume_id: string;
                            name: string;
                            cluster_name: string;
                            gb: number;
                            /** @enum {string} */
                            reach: "shared" | "local";
                            /** @enum {string} */
                            state: "copying" | "kept" | "unpaid" | "failed" | "deleting" | "deleted";
                            gb_month_cents: number;
                            month_cents: number;
                            created_ts: number;
                            deletes_ts: number;
                            dollars_due: number;
                            node_away: boolean;
                            used_by: {
                                task_name: string;
                                resv_guid: string;
                                read_only: boolean;
                            }[];
                            copy_of: string;
                            message: string;
                        }[];
                    };
                };
            };
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    "post-v1-volumes": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    gb: number;
                    cluster_name: string;
                };
                "application/x-www-form-urlencoded": {
                    name: string;
                    gb: number;
                    cluster_name: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Read-Ms": components["headers"]["ReadMs"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        retcode: "OK";
                        volume: {
                            volume_id: string;
                            name: string;
                            cluster_name: string;
                            gb: number;
                            /** @enum {string} */
                            reach: "shared" | "local";
                            /** @enum {string} */
                            state: "copying" | "kept" | "unpaid" | "failed" | "deleting" | "deleted";
                            gb_month_cents: number;
                            month_cents: number;
                            created_ts: number;
                            deletes_ts: number;
                            dollars_due: number;
                            node_away: boolean;
                            used_by: {
                                task_name: string;
                                resv_guid: string;
                                read_only: boolean;
                            }[];
                            copy_of: string;
                            message: string;
                        };
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            409: components["responses"]["Status409"];
            413: components["responses"]["Status413"];
            415: components["responses"]["Status415"];
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            429: components["responses"]["Status429"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    "post-v1-volumes-volume_id-grow": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                volume_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    gb: number;
                };
                "application/x-www-form-urlencoded": {
                    gb: number;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Read-Ms": components["headers"]["ReadMs"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        retcode: "OK";
                        volume: {
                            volume_id: string;
                            name: string;
                            cluster_name: string;
                            gb: number;
                            /** @enum {string} */
                            reach: "shared" | "local";
                            /** @enum {string} */
                            state: "copying" | "kept" | "unpaid" | "failed" | "deleting" | "deleted";
                            gb_month_cents: number;
                            month_cents: number;
                            created_ts: number;
                            deletes_ts: number;
                            dollars_due: number;
                            node_away: boolean;
                            used_by: {
                                task_name: string;
                                resv_guid: string;
                                read_only: boolean;
                            }[];
                            copy_of: string;
                            message: string;
                        };
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            404: components["responses"]["Status404"];
            413: components["responses"]["Status413"];
            415: components["responses"]["Status415"];
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            429: components["responses"]["Status429"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    "post-v1-volumes-volume_id-snapshot": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path: {
                volume_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                };
                "application/x-www-form-urlencoded": {
                    name: string;
                };
            };
        };
        responses: {
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Read-Ms": components["headers"]["ReadMs"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        retcode: "OK";
                        volume: {
                            volume_id: string;
                            name: string;
                            cluster_name: string;
                            gb: number;
                            /** @enum {string} */
                            reach: "shared" | "local";
                            /** @enum {string} */
                            state: "copying" | "kept" | "unpaid" | "failed" | "deleting" | "deleted";
                            gb_month_cents: number;
                            month_cents: number;
                            created_ts: number;
                            deletes_ts: number;
                            dollars_due: number;
                            node_away: boolean;
                            used_by: {
                                task_name: string;
                                resv_guid: string;
                                read_only: boolean;
                            }[];
                            copy_of: string;
                            message: string;
                        };
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            404: components["responses"]["Status404"];
            409: components["responses"]["Status409"];
            413: components["responses"]["Status413"];
            415: components["responses"]["Status415"];
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            429: components["responses"]["Status429"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    "post-v1-volumes-volume_id-delete": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                volume_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Read-Ms": components["headers"]["ReadMs"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        retcode: "OK";
                        human_readable_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            404: components["responses"]["Status404"];
            409: components["responses"]["Status409"];
            413: components["responses"]["Status413"];
            415: components["responses"]["Status415"];
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            429: components["responses"]["Status429"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    "post-v1-reserve": {
        parameters: {
            query?: never;
            header?: {
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    account?: string;
                    task_name: string;
                    gpu_type: string;
                    /** @enum {integer} */
                    gpu_min: 1 | 2 | 4 | 8 | 16 | 32 | 64;
                    /** @enum {integer} */
                    gpus_min?: 1 | 2 | 4 | 8 | 16 | 32 | 64;
                    tenant_image?: string;
                    gpus_max?: number;
                    gpus_incr?: number;
                    cluster_name?: string;
                    /** @enum {string} */
                    network?: "ethernet" | "infiniband";
                    /** @enum {string} */
                    agent?: "no-agent" | "stats" | "stats-watchdog" | "block-mining";
                    ssh_key_id?: number;
                    max_seconds?: number;
                    /** @enum {integer} */
                    idle_minutes?: 15 | 30 | 60;
                    max_dollars?: number;
                    tags?: string[] | string;
                    volumes?: {
                        name: string;
                        path: string;
                        /** @enum {integer} */
                        read_only?: 0 | 1;
                    }[];
                    volume?: string;
                    volume_path?: string;
                    /** @enum {integer} */
                    volume_read_only?: 0 | 1;
                    template?: string;
                    /** @enum {integer} */
                    enqueue?: 0 | 1;
                    /** @enum {integer} */
                    agree?: 0 | 1;
                    idempotency_key?: string;
                };
                "application/x-www-form-urlencoded": {
                    account?: string;
                    task_name: string;
                    gpu_type: string;
                    /** @enum {integer} */
                    gpu_min: 1 | 2 | 4 | 8 | 16 | 32 | 64;
                    /** @enum {integer} */
                    gpus_min?: 1 | 2 | 4 | 8 | 16 | 32 | 64;
                    tenant_image?: string;
                    gpus_max?: number;
                    gpus_incr?: number;
                    cluster_name?: string;
                    /** @enum {string} */
                    network?: "ethernet" | "infiniband";
                    /** @enum {string} */
                    agent?: "no-agent" | "stats" | "stats-watchdog" | "block-mining";
                    ssh_key_id?: number;
                    max_seconds?: number;
                    /** @enum {integer} */
                    idle_minutes?: 15 | 30 | 60;
                    max_dollars?: number;
                    tags?: string[] | string;
                    volumes?: {
                        name: string;
                        path: string;
                        /** @enum {integer} */
                        read_only?: 0 | 1;
                    }[];
                    volume?: string;
                    volume_path?: string;
                    /** @enum {integer} */
                    volume_read_only?: 0 | 1;
                    template?: string;
                    /** @enum {integer} */
                    enqueue?: 0 | 1;
                    /** @enum {integer} */
                    agree?: 0 | 1;
                    idempotency_key?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Read-Ms": components["headers"]["ReadMs"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        retcode: "OK";
                        human_readable_message: string;
                        resv_guid: string;
                        task_name: string;
                        /** @enum {string} */
                        state: "placing" | "queued";
                        status: string;
                        position: number | null;
                        gpus: number;
                        pph: number;
                    } | components["schemas"]["Refusal"];
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            415: components["responses"]["Status415"];
            429: components["responses"]["Status429"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    "get-v1-jobs": {
        parameters: {
            query?: {
                account?: string;
                limit?: number;
                before_ts?: number;
                tag?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Read-Ms": components["headers"]["ReadMs"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        retcode: "OK";
                        jobs: ({
                            task_name: string;
                            display_name: string;
                            tags: string[];
                            gpu_type: string;
                            gpus_min: number;
                            ts_scheduled: number;
                            ts_started: number;
                            ts_finished: number;
                            uptime: number;
                            /** @enum {string} */
                            status: "running" | "killed" | "unknown";
                            ssh_addr: string;
                            ssh_host_key: string;
                            ssh_host_fingerprint: string;
                            resv_guid: string;
                            state: string;
                            reason: string;
                            gpus: number;
                            pph: number;
                            cluster_name: string;
                            network: string;
                            agent: string;
                            position: number | null;
                            max_seconds: number;
                            max_dollars: number;
                            idle_minutes: number;
                            ts_ends: number;
                            maintenance: {
                                from_ts: number;
                                to_ts: number | null;
                            } | null;
                            started_by: string | null;
                            stopped_by: string | null;
                            version: number;
                        } & {
                            [key: string]: unknown;
                        })[];
                    } | components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    "get-v1-delete": {
        parameters: {
            query: {
                task_name: string;
                account?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Read-Ms": components["headers"]["ReadMs"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        retcode: "OK";
                        human_readable_message: string;
                    } | components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    "post-v1-delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    task_name: string;
                    account?: string;
                };
                "application/x-www-form-urlencoded": {
                    task_name: string;
                    account?: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Read-Ms": components["headers"]["ReadMs"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        retcode: "OK";
                        human_readable_message: string;
                    } | components["schemas"]["Refusal"];
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            415: components["responses"]["Status415"];
            429: components["responses"]["Status429"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    "get-v1-tasks-resv_guid": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                resv_guid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Read-Ms": components["headers"]["ReadMs"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        retcode: "OK";
                        job: {
                            task_name: string;
                            display_name: string;
                            tags: string[];
                            gpu_type: string;
                            gpus_min: number;
                            ts_scheduled: number;
                            ts_started: number;
                            ts_finished: number;
                            uptime: number;
                            /** @enum {string} */
                            status: "running" | "killed" | "unknown";
                            ssh_addr: string;
                            ssh_host_key: string;
                            ssh_host_fingerprint: string;
                            resv_guid: string;
                            state: string;
                            reason: string;
                            gpus: number;
                            pph: number;
                            cluster_name: string;
                            network: string;
                            agent: string;
                            position: number | null;
                            max_seconds: number;
                            max_dollars: number;
                            idle_minutes: number;
                            ts_ends: number;
                            maintenance: {
                                from_ts: number;
                                to_ts: number | null;
                            } | null;
                            started_by: string | null;
                            stopped_by: string | null;
                            version: number;
                        } & {
                            [key: string]: unknown;
                        };
                        ssh_host_key: string;
                        events: {
                            ts: number;
                            from: string;
                            to: string;
                            text: string;
                            by: string | null;
                        }[];
                        placements: {
                            placement_id: string;
                            node: number;
                            node_name?: string;
                            gpus: number[];
                            state: string;
                            ssh_addr: string;
                            ssh_host_key: string;
                        }[];
                        maintenance: {
                            from_ts: number;
                            to_ts: number | null;
                        } | null;
                    };
                };
            };
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            404: components["responses"]["Status404"];
            429: components["responses"]["Status429"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    "post-v1-tasks-resv_guid": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                resv_guid: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    display_name?: string;
                    tags?: string[] | string;
                };
                "application/x-www-form-urlencoded": {
                    display_name?: string;
                    tags?: string[] | string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Read-Ms": components["headers"]["ReadMs"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        retcode: "OK";
                        human_readable_message: string;
                        job: {
                            task_name: string;
                            display_name: string;
                            tags: string[];
                            gpu_type: string;
                            gpus_min: number;
                            ts_scheduled: number;
                            ts_started: number;
                            ts_finished: number;
                            uptime: number;
                            /** @enum {string} */
                            status: "running" | "killed" | "unknown";
                            ssh_addr: string;
                            ssh_host_key: string;
                            ssh_host_fingerprint: string;
                            resv_guid: string;
                            state: string;
                            reason: string;
                            gpus: number;
                            pph: number;
                            cluster_name: string;
                            network: string;
                            agent: string;
                            position: number | null;
                            max_seconds: number;
                            max_dollars: number;
                            idle_minutes: number;
                            ts_ends: number;
                            maintenance: {
                                from_ts: number;
                                to_ts: number | null;
                            } | null;
                            started_by: string | null;
                            stopped_by: string | null;
                            version: number;
                        } & {
                            [key: string]: unknown;
                        };
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            404: components["responses"]["Status404"];
            413: components["responses"]["Status413"];
            415: components["responses"]["Status415"];
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            429: components["responses"]["Status429"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    "get-v1-tasks-resv_guid-logs": {
        parameters: {
            query?: {
                after_seq?: number;
                limit?: number;
            };
            header?: never;
            path: {
                resv_guid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Read-Ms": components["headers"]["ReadMs"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        retcode: "OK";
                        lines: {
                            seq: number;
                            ts: number;
                            stream: string;
                            text: string;
                        }[];
                        next_seq: number;
                    };
                };
            };
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            404: components["responses"]["Status404"];
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            429: components["responses"]["Status429"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    "get-v1-tasks-resv_guid-metrics": {
        parameters: {
            query?: {
                range?: "3600" | "86400" | "604800";
            };
            header?: never;
            path: {
                resv_guid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Read-Ms": components["headers"]["ReadMs"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        retcode: "OK";
                        points_ts: number[];
                        gpu_busy: (number | null)[];
                        gpu_mem_mb: (number | null)[];
                        cpu_pct: (number | null)[];
                        mem_mb: (number | null)[];
                        gpus: {
                            rank: number;
                            gpu: number;
                            busy: (number | null)[];
                            mem_mb: (number | null)[];
                        }[];
                        simulated: boolean;
                    };
                };
            };
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            404: components["responses"]["Status404"];
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            429: components["responses"]["Status429"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    "post-v1-ssh-public-key-upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    ssh_public_key: string;
                };
                "application/x-www-form-urlencoded": {
                    ssh_public_key: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Read-Ms": components["headers"]["ReadMs"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        retcode: "OK";
                        human_readable_message: string;
                        id: number;
                    } | components["schemas"]["Refusal"];
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            415: components["responses"]["Status415"];
            429: components["responses"]["Status429"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    "get-users-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Read-Ms": components["headers"]["ReadMs"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        retcode: "OK";
                        keys: {
                            id: number;
                            name: string;
                            key: string;
                        }[];
                        key: string;
                    } | components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    "post-users-keys-delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: number;
                };
                "application/x-www-form-urlencoded": {
                    id: number;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Read-Ms": components["headers"]["ReadMs"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        retcode: "OK";
                        human_readable_message: string;
                    } | components["schemas"]["Refusal"];
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            413: components["responses"]["Status413"];
            415: components["responses"]["Status415"];
            429: components["responses"]["Status429"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    "get-users-self": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Read-Ms": components["headers"]["ReadMs"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        retcode: "OK";
                        name: string;
                        email: string;
                        company: string;
                        tax: string;
                        role: string;
                        tenant_name: string;
                        member_role: string;
                    } | components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    "post-v1-device-authorize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    client_name: string;
                };
                "application/x-www-form-urlencoded": {
                    client_name: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Read-Ms": components["headers"]["ReadMs"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        retcode: "OK";
                        device_code: string;
                        user_code: string;
                        verification_uri: string;
                        verification_uri_complete: string;
                        expires_in: number;
                        interval: number;
                    };
                };
            };
            400: components["responses"]["Status400"];
            413: components["responses"]["Status413"];
            415: components["responses"]["Status415"];
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            429: components["responses"]["Status429"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    "post-v1-device-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    device_code: string;
                };
                "application/x-www-form-urlencoded": {
                    device_code: string;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Read-Ms": components["headers"]["ReadMs"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        retcode: "OK";
                        api_key: string;
                        name: string;
                        scopes: ("read" | "tasks" | "billing")[];
                        expires_ts: number;
                    };
                };
            };
            400: components["responses"]["Status400"];
            409: components["responses"]["Status409"];
            413: components["responses"]["Status413"];
            415: components["responses"]["Status415"];
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            429: components["responses"]["Status429"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    "post-v1-api-keys-revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    id?: number;
                };
                "application/x-www-form-urlencoded": {
                    id?: number;
                };
            };
        };
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Read-Ms": components["headers"]["ReadMs"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        retcode: "OK";
                        human_readable_message: string;
                    };
                };
            };
            400: components["responses"]["Status400"];
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            404: components["responses"]["Status404"];
            413: components["responses"]["Status413"];
            415: components["responses"]["Status415"];
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refusal"];
                };
            };
            429: components["responses"]["Status429"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
    "get-billing-tenant": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "X-Read-Ms": components["headers"]["ReadMs"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        retcode: "OK";
                        tenant: {
                            tenant_name: string;
                            company: string;
                            tax: string;
                            dollars_est: number;
                            dollars_pending: number;
                            ongoing_pph: number;
                            volume_month_cents: number;
                            seconds_left: number | null;
                            ends_ts: number | null;
                            /** @enum {string} */
                            low_balance: "none" | "24h" | "1h" | "zero";
                            at_ts: number;
                            cents_before: number;
                            charged: {
                                resv_guid: string;
                                pph: number;
                                seconds: number;
                                until_ts: number | null;
                            }[];
                            subscription_enabled: boolean;
                            topup_default: number;
                            topup_min: number;
                            topup_max: number;
                        } & {
                            [key: string]: unknown;
                        };
                    } | components["schemas"]["Refusal"];
                };
            };
            401: components["responses"]["Status401"];
            403: components["responses"]["Status403"];
            429: components["responses"]["Status429"];
            500: components["responses"]["Status500"];
            503: components["responses"]["Status503"];
        };
    };
}
