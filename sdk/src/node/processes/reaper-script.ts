/**
 * What the reaper does, for any `/bin/sh`. It is told the mark (`=mark`) and the groups (`+12`, `-12`) line by line; the
 * end of its input is our end, and then it ends them: asked first, killed within two seconds.
 */

const LISTEN = `
trap '' HUP INT QUIT TERM USR1 USR2 PIPE ALRM TSTP TTIN TTOU
groups=' ' kin=' ' mark=
while read -r line; do
  case $line in
    =*) mark=\${line#=} ;;
    +*) groups="$groups\${line#+} " ;;
    -*) case $groups in *" \${line#-} "*) groups="\${groups%% \${line#-} *} \${groups#* \${line#-} }" ;; esac ;;
  esac
done
[ -n "$mark" ] || exit 0`

// A `grep` that stops at the first NUL of a file finds nothing in an environment; there each one is taken apart by `tr`,
// which is slower. Where there is no /proc, `ps` shows what it may.
const MARKED = `
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
}`

// Who ended is still listed until somebody takes note, which may take a while: the state in /proc tells them apart.
// Children are looked for while their parents live, and remembered: later nothing would lead to them.
const GATHER = `
look() {
  { read -r line <"/proc/$1/stat"; } 2>/dev/null || return 1
  set -- \${line##*) }
  state=$1 parent=$2 group=$3 session=$4
  [ "$state" != Z ]
}
is_alive() { if [ -r /proc/self/stat ]; then look "$1"; else kill -s 0 "$1" 2>/dev/null; fi; }
gather() {
  before=$kin kin=' '
  for pid in $before $(marked); do is_alive "$pid" && kin="$kin$pid "; done
  grew=yes
  while [ "$grew" = yes ]; do
    grew=no
    for file in /proc/[0-9]*; do
      pid=\${file#/proc/}
      case $kin in *" $pid "*) continue ;; esac
      look "$pid" || continue
      case "$groups$kin" in *" $parent "* | *" $group "* | *" $session "*) kin="$kin$pid "; grew=yes ;; esac
    done
  done
}`

// `kill -0 --` is not understood by every shell, `kill -s 0 --` is. Time is kept by a process that sleeps, since a turn
// of the loop takes as long as the machine is busy; who is known is killed before anybody else is looked for. A process
// that is just becoming another program carries no mark for a moment, so nobody is looked for once only.
const STRIKE = `
remains() {
  before=$kin kin=' '
  for pid in $before; do is_alive "$pid" && kin="$kin$pid "; done
  [ "$kin" != ' ' ] && return 0
  [ -r /proc/self/stat ] && return 1
  for leader in $groups; do kill -s 0 -- "-$leader" 2>/dev/null && return 0; done
  return 1
}
strike() {
  for leader in $groups; do kill -s "$1" -- "-$leader" 2>/dev/null; done
  for pid in $kin; do kill -s "$1" "$pid" 2>/dev/null; done
}
rest() { sleep "$1" 2>/dev/null || sleep 1; }
gather
remains || { rest 0.3; gather; remains || exit 0; }
strike TERM
rest 1.6 &
timer=$! turn=0
while [ $turn -lt 40 ] && is_alive $timer && remains; do rest 0.1; turn=$((turn + 1)); done
strike KILL
turn=0
while [ $turn -lt 50 ] && { gather; remains; }; do strike KILL; rest 0.05; turn=$((turn + 1)); done
kill -s KILL $timer 2>/dev/null
exit 0`

/** The text of the script. */
export const reaperScript = [LISTEN, MARKED, GATHER, STRIKE].join('\n')
