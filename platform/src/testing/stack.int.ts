import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { waitUntil } from './waitUntil.ts'
import { isRunning, createWorkDirectory } from './workDirectory.ts'

test('leaves no servers behind a killed test process, and no files after the next start', async () => {
  const script = `
    import { startChild } from ${JSON.stringify(new URL('child.ts', import.meta.url).href)}
    import { createWorkDirectory } from ${JSON.stringify(new URL('workDirectory.ts', import.meta.url).href)}
    const directory = createWorkDirectory()
    const data = directory.path + '/postgres'
    const child = await startChild('standalone/src/postgres/main.ts', ['--data', data])
    console.log(JSON.stringify({ pid: child.pid, path: directory.path }))`
  const owner = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: owner.stdout }).once('line', resolve)
    owner.once('close', () => reject(new Error('The owner ended early')))
  })
  const { pid, path }: { pid: number; path: string } = JSON.parse(line)
  expect(isRunning(pid)).toBe(true)
  owner.kill('SIGKILL')
  await waitUntil(() => !isRunning(pid), 10_000, 'the end of the orphaned Postgres')
  createWorkDirectory().remove()
  expect(existsSync(path)).toBe(false)
})
