import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isStillRunning, readIdentity, type ProcessIdentity } from '../supervisor/processIdentity.ts'
import type { SystemUser } from './systemUser.ts'

/** Where a server runs: its programs, its directory, the cluster in it, and its user. */
export type Place = Readonly<{
  binaries: string
  home: string
  cluster: string
  user: SystemUser | undefined
}>

export const asUser = (user: SystemUser | undefined) => (user ? { uid: user.uid, gid: user.gid } : {})

const lastLines = (text: string, count: number) => text.trim().split('\n').slice(-count).join('\n')

const run = async (place: Place, program: string, args: string[], input?: string) => {
  const child = spawn(join(place.binaries, program), args, {
    ...asUser(place.user),
    cwd: place.home,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  child.stdin.on('error', () => undefined).end(input ?? '')
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('close', resolve),
  )
  if (code !== 0)
    throw new Error(`${program} failed (exit ${code}) in ${place.home}:\n${lastLines(output, 10)}`)
}

/**
 * How `initdb` sets up texts: compared by their bytes, in UTF-8. Production has the same options
 * (`docker-compose.yml`).
 */
export const TEXT_ARGUMENTS = [
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
]

/**
 * Builds the cluster beside its final place and renames it, so that an interrupted one is never taken for a
 * complete one.
 */
export const initialise = async (place: Place, sync: boolean) => {
  for (const name of readdirSync(place.home))
    if (name.startsWith('initialising-')) rmSync(join(place.home, name), { recursive: true })
  if (existsSync(place.cluster)) return
  const passwordFile = join(place.home, 'password')
  writeFileSync(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
  if (place.user) chownSync(passwordFile, place.user.uid, place.user.gid)
  const building = join(place.home, `initialising-${process.pid}`)
  await run(place, 'initdb', [
    `--pgdata=${building}`,
    '--username=hearth',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    ...TEXT_ARGUMENTS,
    '--no-instructions',
    '--no-sync',
  ])
  await run(place, 'postgres', ['--single', '-F', '-D', building, 'postgres'], 'CREATE DATABASE hearth\n')
  if (sync) await run(place, 'initdb', ['--sync-only', `--pgdata=${building}`])
  renameSync(building, place.cluster)
}

/** Makes this process the owner of the directory; refuses while another one is. Returns how to release it. */
export const claim = (home: string) => {
  const file = join(home, 'owner.json')
  const owner: ProcessIdentity | undefined = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : undefined
  if (owner && isStillRunning(owner))
    throw new Error(`${home} is in use by process ${owner.pid}; stop that first`)
  writeFileSync(file, JSON.stringify(readIdentity(process.pid)))
  return () => rmSync(file, { force: true })
}
