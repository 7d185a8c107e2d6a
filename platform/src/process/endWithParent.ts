import { spawn } from 'node:child_process'

const GRACE_S = 10

// The input closes when the parent is gone, even by kill -9.
const SCRIPT = `
read -r _
kill -TERM "$1" || exit
for _ in $(seq "$2"); do
  sleep 1
  kill -0 "$1" || exit
done
kill -KILL "$1"`

/**
 * Ends another program's process when this one is gone, however that ends: by SIGTERM, and by SIGKILL when it
 * still runs `graceS` seconds later. Call the answer when the process has exited.
 */
export const endWithParent = (pid: number, graceS = GRACE_S): (() => void) => {
  const watcher = spawn('/bin/sh', ['-c', SCRIPT, 'sh', String(pid), String(graceS)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // Ctrl-C reaches the terminal's whole process group.
    detached: true,
  })
  watcher.unref()
  return () => void watcher.kill('SIGKILL')
}
