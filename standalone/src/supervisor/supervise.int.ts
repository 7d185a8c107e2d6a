import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import type { Child } from './child.ts'
import { freePort } from '@hearth/platform/process/freePort'
import { startProcess } from '@hearth/platform/process/startProcess'
import { openLog } from './logStream.ts'
import { processChild } from './processChild.ts'
import { readIdentity, isStillRunning } from './processIdentity.ts'
import { claimDataDirectory } from './records.ts'
import { StartError, supervise, type Supervision } from './supervise.ts'

const directory = mkdtempSync(join(tmpdir(), 'hearth-supervisor-'))
const leaveWithParent = new URL('./leaveWithParent.mjs', import.meta.url).pathname
const journal = join(directory, 'journal')
const lines: string[] = []
const within = { timeout: 15_000, interval: 20 }

let supervision: Supervision | undefined
const start = (children: readonly Child[], onChange = () => undefined as void) => {
  supervision = supervise(children, { log: (name, line) => lines.push(`${name}: ${line}`), onChange })
  return supervision
}
const readPid = (name: string) => supervision?.running().find((one) => one.name === name)?.pid

/** What Node runs for a program that records when it starts and stops. */
const nodeArguments = (name: string, code: string) => [
  '--import',
  leaveWithParent,
  '-e',
  `
    const { appendFileSync } = require('node:fs')
    const note = (what) => appendFileSync(${JSON.stringify(journal)}, what + ' ${name}\\n')
    note('start')
    process.on('SIGTERM', () => { note('stop'); process.exit(0) })
    setInterval(() => {}, 1000)
    ${code}`,
]

/** Such a program; it is ready when it prints so. */
const program = (
  name: string,
  { after = [], code = "console.log('ready')" }: Readonly<{ after?: readonly string[]; code?: string }> = {},
): Child => ({
  name,
  after,
  start: () => {
    let notice: () => void = () => undefined
    const printed = new Promise<void>((resolve) => (notice = resolve))
    return startProcess({
      command: process.execPath,
      args: nodeArguments(name, code),
      env: {},
      onLine: (line) => {
        lines.push(`${name}: ${line}`)
        if (line === 'ready') notice()
      },
      waitUntilReady: () => printed,
    })
  },
})
const journalLines = () => (existsSync(journal) ? readFileSync(journal, 'utf8').trim().split('\n') : [])

afterEach(async () => {
  await supervision?.stop()
  rmSync(journal, { force: true })
  lines.length = 0
})
afterAll(() => rmSync(directory, { recursive: true }))

describe('supervise', () => {
  it('starts each after its dependencies and stops them in reverse order', async () => {
    await start([program('a'), program('b', { after: ['a'] }), program('c', { after: ['b'] })]).started
    expect(journalLines()).toEqual(['start a', 'start b', 'start c'])
    const pids = supervision?.running().map(({ pid }) => readIdentity(pid))
    await supervision?.stop()
    expect(journalLines().slice(3)).toEqual(['stop c', 'stop b', 'stop a'])
    for (const process of pids ?? []) expect(process && isStillRunning(process)).toBe(false)
    expect(supervision?.running()).toEqual([])
  })

  it('waits for an address to answer 200', async () => {
    const port = await freePort()
    const code = `let asked = 0
      require('node:http')
        .createServer((q, r) => { r.statusCode = ++asked < 3 ? 503 : 200; r.end() })
        .listen(${port}, '127.0.0.1')`
    const web = processChild({
      name: 'web',
      command: process.execPath,
      args: nodeArguments('web', code),
      env: () => ({}),
      readyWhen: new URL(`http://127.0.0.1:${port}/readyz`),
      log: () => undefined,
    })
    await start([web]).started
    expect(readPid('web')).toBeGreaterThan(0)
  })

  it('restarts a killed child and reports each change', async () => {
    const changes: (number | undefined)[] = []
    await start([program('a')], () => void changes.push(readPid('a'))).started
    const first = readPid('a')
    if (first === undefined) throw new Error('not running')
    process.kill(first, 'SIGKILL')
    await vi.waitFor(() => {
      expect(readPid('a')).toBeGreaterThan(0)
      expect(readPid('a')).not.toBe(first)
    }, within)
    expect(changes).toEqual([first, undefined, readPid('a')])
    expect(lines).toContain('supervisor: a ended by SIGKILL; starting it again in 100 ms')
  })

  it('keeps restarting a failing child with growing pauses', async () => {
    const once = join(directory, 'once')
    const code = `const { existsSync, writeFileSync } = require('node:fs')
      if (existsSync(${JSON.stringify(once)})) process.exit(3)
      writeFileSync(${JSON.stringify(once)}, '')
      console.log('ready')
      setTimeout(() => process.exit(3), 50)`
    await start([program('a', { code })]).started
    await vi.waitFor(
      () => expect(lines).toContain('supervisor: a ended with code 3; starting it again in 400 ms'),
      within,
    )
    expect(lines.filter((line) => line.startsWith('supervisor'))).toEqual(
      [100, 200, 400].map((pause) => `supervisor: a ended with code 3; starting it again in ${pause} ms`),
    )
  })

  it('names the part that failed at the first start and its output', async () => {
    const failing = start([
      program('a'),
      program('b', { after: ['a'], code: "console.error('no such table'); process.exit(1)" }),
      program('c', { after: ['b'] }),
    ])
    const error = await failing.started.catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(StartError)
    expect(error).toMatchObject({ child: 'b', message: 'ended with code 1' })
    expect(lines).toContain('b: no such table')
    await failing.stop()
    expect(journalLines()).toEqual(['start a', 'start b', 'stop a'])
  })

  it('refuses a child listed before its dependency', () => {
    expect(() => start([program('b', { after: ['a'] }), program('a')])).toThrow(
      'b depends on a, which does not come before it',
    )
  })
})

describe('after a supervisor was killed', () => {
  it('its children end', async () => {
    const child = spawn(
      process.execPath,
      [
        '-e',
        `
      const child = require('node:child_process').spawn(
        process.execPath,
        [
          '--import', ${JSON.stringify(leaveWithParent)},
          '-e', 'setInterval(() => {}, 1000); console.log(1)',
        ],
        { stdio: ['pipe', 'pipe', 'ignore'], detached: true })
      child.stdout.once('data', () => console.log(child.pid))
      setInterval(() => {}, 1000)`,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
    const pid = await new Promise<number>((resolve) =>
      child.stdout.once('data', (text) => resolve(Number(text))),
    )
    const grandchild = readIdentity(pid)
    if (!grandchild) throw new Error('not running')
    child.kill('SIGKILL')
    await vi.waitFor(() => expect(isStillRunning(grandchild)).toBe(false), within)
  })

  it('the next one ends the left-over processes, but no other program with the same id', async () => {
    const idle = () =>
      spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000); console.log(1)'], {
        stdio: ['ignore', 'pipe', 'ignore'],
      })
    const [left, stranger] = [idle(), idle()]
    await Promise.all(
      [left, stranger].map((one) => new Promise((resolve) => one.stdout.once('data', resolve))),
    )
    const leftIdentity = readIdentity(left.pid ?? 0)
    const strangerIdentity = readIdentity(stranger.pid ?? 0)
    if (!leftIdentity || !strangerIdentity) throw new Error('not running')
    writeFileSync(join(directory, 'supervisor.json'), JSON.stringify({ pid: process.pid, startedAt: '1' }))
    writeFileSync(
      join(directory, 'processes.json'),
      JSON.stringify([
        { name: 'projector', ...leftIdentity },
        { name: 'query-service', pid: stranger.pid, startedAt: '1' },
      ]),
    )
    const records = await claimDataDirectory(directory)
    expect([isStillRunning(leftIdentity), isStillRunning(strangerIdentity)]).toEqual([false, true])
    await expect(claimDataDirectory(directory)).rejects.toThrow(/is already running/)
    records.write([{ name: 'projector', pid: stranger.pid ?? 0 }])
    expect(JSON.parse(readFileSync(join(directory, 'processes.json'), 'utf8'))).toEqual([
      { name: 'projector', ...strangerIdentity },
    ])
    records.release()
    expect(existsSync(join(directory, 'processes.json'))).toBe(false)
    stranger.kill('SIGKILL')
  })
})

it('keeps one log, with the last lines of each part available', async () => {
  const file = join(directory, 'log', 'hearth.log')
  const shown: string[] = []
  const { log, lastLines, close } = openLog(file, (line) => shown.push(line))
  log('projector', '{"level":"warn","msg":"late"}')
  log('postgres', 'LOG:  ready')
  log('postgres', '  ')
  await close()
  expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(2)
  expect(shown).toEqual(['projector: late'])
  expect(lastLines('postgres')).toEqual(['LOG:  ready'])
})
