/**
 * The completion scripts. Each calls `millrace __complete WORDS…`, which prints a candidate a line: the word, a tab and its
 * description. The line `:files` adds names of files (decision 0211).
 */

const bash = `# bash completion for millrace
_millrace() {
  local line files=0
  COMPREPLY=()
  local current="\${COMP_WORDS[COMP_CWORD]}"
  # Bash splits words at colons, so NAME:PATH is read from the line.
  local typed="\${COMP_LINE:0:COMP_POINT}"
  local -a words
  read -r -a words <<< "$typed"
  [[ "$typed" == *[[:space:]] ]] && words+=("")
  local whole="\${words[\${#words[@]}-1]}"
  while IFS= read -r line; do
    if [[ "$line" == ":files" ]]; then files=1; continue; fi
    line="\${line%%$'\\t'*}"
    [[ "$line" == *: ]] && compopt -o nospace 2>/dev/null
    # Readline replaces only what follows the last colon.
    [[ "$whole" != "$current" ]] && line="\${line#"\${whole%"\${whole##*:}"}"}"
    COMPREPLY+=("$line")
  done < <(millrace __complete "\${words[@]:1}" 2>/dev/null)
  if (( files )); then
    # With candidates, this option would put a backslash before the colon of NAME:.
    (( \${#COMPREPLY[@]} )) || compopt -o filenames 2>/dev/null
    while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$current")
  fi
}
complete -F _millrace millrace
`;

const zsh = `#compdef millrace
# zsh completion for millrace
_millrace() {
  local line files=0
  local -a found ends
  while IFS= read -r line; do
    if [[ "$line" == ":files" ]]; then files=1; continue; fi
    local word="\${line%%$'\\t'*}" about=""
    [[ "$line" == *$'\\t'* ]] && about="\${line#*$'\\t'}"
    if [[ "$word" == *: ]]; then ends+=("$word"); else found+=("\${word//:/\\\\:}\${about:+:$about}"); fi
  done < <(millrace __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)
  (( \${#found} )) && _describe 'millrace' found
  (( \${#ends} )) && compadd -S '' -a ends
  (( files )) && _files
}
if [[ "$funcstack[1]" == "_millrace" ]]; then _millrace "$@"; else compdef _millrace millrace; fi
`;

const fish = `# fish completion for millrace
function __millrace_complete
  set -l typed (commandline -opc) (commandline -ct)
  for line in (millrace __complete $typed[2..-1] 2>/dev/null)
    if test "$line" = ":files"
      # An unknown command gets fish's own completion of files, which knows ~.
      complete -C "__millrace_files "(commandline -ct)
    else
      echo $line
    end
  end
end
complete -c millrace -f -a '(__millrace_complete)'
`;

export const SCRIPTS: Record<string, string> = { bash, zsh, fish };
