import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { waitUntil } from '../testing/waitUntil.ts'
import { isRunning } from '../testing/workDirectory.ts'

const readLine = (child: ChildProcess) =>
  new Promise<string>((resolve, reject) => {
    if (child.stdout) createInterface({ input: child.stdout }).once('line', resolve)
    child.once('close', () => reject(new Error('The program ended early')))
  })

/** A process that starts a program which does not react to its input, and has it watched. */
const startParent = async (program: string) => {
  const module = JSON.stringify(new URL('endWithParent.ts', import.meta.url).href)
  const parent = spawn(
    process.execPath,
    [
      '--import',
      'tsx',
      '--input-type=module',
      '--eval',
      `import { spawn } from 'node:child_process'
      import { endWithParent } from ${module}
      const child = spawn(process.execPath, ['--eval', ${JSON.stringify(program)}], { detached: true })
      child.stdout.once('data', () => {
        endWithParent(child.pid, 1)
        console.log(child.pid)
      })`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  return { parent, pid: Number(await readLine(parent)) }
}

test.each([
  ['stops', 'setInterval(() => {}, 1000); console.log(1)'],
  [
    'kills, when it does not stop,',
    'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); console.log(1)',
  ],
])('%s a program whose parent was killed', async (_, program) => {
  const { parent, pid } = await startParent(program)
  expect(isRunning(pid)).toBe(true)
  parent.kill('SIGKILL')
  await waitUntil(() => !isRunning(pid), 10_000, 'the end of the program')
})
