// Preloaded into children of tests: their standard input closes when the test process is gone, however it
// went.
const GRACE_MILLISECONDS = 5_000

process.stdin.resume().once('close', () => {
  setTimeout(() => process.exit(1), GRACE_MILLISECONDS).unref()
  process.kill(process.pid, 'SIGTERM')
})
