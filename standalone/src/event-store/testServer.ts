import { type ChildProcess, spawn } from 'node:child_process'
import { allowed } from '@hearth/platform/testing/allowed'
import { programArguments } from '@hearth/platform/testing/child'

export type ServerProcess = Readonly<{ child: ChildProcess; port: number; exited: Promise<number | null> }>

const children = new Set<ChildProcess>()

export const killEventStores = (): void => {
  for (const child of children) child.kill('SIGKILL')
}

/**
 * Runs the event store as its own process with these arguments, for tests that kill it. Resolves when it
 * prints `ready`.
 */
export const spawnEventStore = (
  args: readonly string[],
  onLog: (lines: string) => void = () => undefined,
): Promise<ServerProcess> => {
  const child = spawn(
    process.execPath,
    [...programArguments('standalone/src/event-store/main.ts'), ...args],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  children.add(child)
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve))
  void exited.then(() => children.delete(child))
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString()
    onLog(chunk.toString())
  })
  return new Promise((resolve, reject) => {
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const ready = /^ready esdb:\/\/.*:(\d+)\n/m.exec(output)
      if (ready) resolve({ child, port: Number(ready[1]), exited })
    })
    void exited.then((code) => reject(new Error(`the event store ended with ${code}: ${errors}`)))
  })
}

/** Waits for a condition; fails with its name when it does not hold in time. */
export const until = async (
  what: string,
  condition: () => boolean | Promise<boolean>,
  timeoutMs = 10_000,
): Promise<void> => {
  for (const began = Date.now(); !(await condition());) {
    if (Date.now() - began > allowed(timeoutMs))
      throw new Error(`not within ${Date.now() - began} ms: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
