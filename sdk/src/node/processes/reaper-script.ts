/**
 * What the reaper does, for any `/bin/sh`. It is told the mark (`=mark`) and the groups (`+12`, `-12`) line by line; the
 * end of its input is our end, and then it ends them: asked first, killed two seconds later.
 */

// Who ended is still in its group until somebody takes note, which may take a while: where there is /proc, it tells.
// `kill -0 --` is not understood by every shell, `kill -s 0 --` is. A `grep` that stops at the first NUL of a file finds
// nothing in an environment; there each one is taken apart by `tr`, which is slower.
const FIND = `
zeros=$(printf 'a\\000b' | grep -caF b 2>/dev/null)
in_proc() {
  if [ "$zeros" = 1 ]; then grep -lasF "$mark" /proc/[0-9]*/environ 2>/dev/null; return; fi
  for file in /proc/[0-9]*/environ; do
    tr '\\000' '\\n' <"$file" 2>/dev/null | grep -qF "$mark" && echo "$file"
  done
}
marked() {
  if [ -r /proc/self/environ ]; then
    for file in $(in_proc); do file=\${file#/proc/}; echo "\${file%/environ}"; done
    return
  fi
  flags=axeww; [ "$(uname)" = Darwin ] && flags=-axEww
  ps "$flags" -o pid=,command= | while read -r pid rest; do
    case $rest in *"$mark"*) echo "$pid" ;; esac
  done
}
grouped() {
  for file in /proc/[0-9]*/stat; do
    { read -r line <"$file"; } 2>/dev/null || continue
    set -- \${line##*) }
    [ "$1" = Z ] && continue
    pid=\${file#/proc/}
    case $groups in *" $3 "* | *" $4 "*) echo "\${pid%/stat}" ;; esac
  done
}`

const STRIKE = `
strike() {
  struck=
  for group in $groups; do kill -s "$1" -- "-$group" 2>/dev/null; done
  for pid in $(marked) $(grouped); do kill -s "$1" "$pid" 2>/dev/null && struck=yes; done
  [ "$struck" = yes ]
}
remains() {
  [ -n "$(marked)$(grouped)" ] && return 0
  [ -r /proc/self/stat ] && return 1
  for group in $groups; do kill -s 0 -- "-$group" 2>/dev/null && return 0; done
  return 1
}`

/** The text of the script. */
export const reaperScript = `
trap '' HUP INT QUIT TERM USR1 USR2 PIPE ALRM TSTP TTIN TTOU
groups=' '
mark=
while read -r line; do
  case $line in
    =*) mark=\${line#=} ;;
    +*) groups="$groups\${line#+} " ;;
    -*) case $groups in *" \${line#-} "*) groups="\${groups%% \${line#-} *} \${groups#* \${line#-} }" ;; esac ;;
  esac
done
[ -n "$mark" ] || exit 0
${FIND}
${STRIKE}
strike TERM
turn=0
while [ $turn -lt 9 ] && remains; do sleep 0.2 2>/dev/null || sleep 1; turn=$((turn + 1)); done
turn=0
while strike KILL && [ $turn -lt 50 ]; do sleep 0.05 2>/dev/null || sleep 1; turn=$((turn + 1)); done
exit 0
`
