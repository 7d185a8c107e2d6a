import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, lstatSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { newId } from '@hearth/contracts/kernel/ids'
import { connectEventStore } from '@hearth/platform/event-store/esdb'
import { silentLog } from '@hearth/platform/testing/log'
import { createWorkDirectory } from '@hearth/platform/testing/workDirectory'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startInstallation, type Installation } from '../testing/installation.ts'

/**
 * What another user of this machine can do to an installation that an earlier version had left open. As root,
 * the files are tried as the user `nobody`. Otherwise no process of another user can be started: then the modes
 * have to say it. The network doesn't know users: a connection without credentials is that of a stranger.
 */
const place = createWorkDirectory()
const directory = join(place.path, 'data')
let installation: Installation

const listAll = (): readonly string[] => {
  const pointer = join(directory, 'postgres', 'location')
  const homes = existsSync(pointer) ? [readFileSync(pointer, 'utf8').trim()] : []
  return [directory, ...homes].flatMap((top) => [
    top,
    ...readdirSync(top, { recursive: true, encoding: 'utf8' }).map((name) => join(top, name)),
  ])
}

/** As an earlier version left it: readable by all, without a certificate and a password of the event store. */
const openUp = () => {
  for (const path of listAll()) {
    if (path.includes('/postgres') && !path.endsWith('/location')) continue
    const stat = lstatSync(path)
    if (stat.isDirectory()) chmodSync(path, 0o755)
    else if (stat.isFile()) chmodSync(path, 0o644)
  }
  rmSync(join(directory, 'tls'), { recursive: true })
  const file = join(directory, 'secrets.json')
  const { EVENT_STORE_PASSWORD: _, ...older } = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, JSON.stringify(older))
}

beforeAll(async () => {
  const before = await startInstallation(directory)
  await before.stop()
  openUp()
  installation = await startInstallation(directory)
})
afterAll(async () => {
  await installation?.stop()
  place.remove()
})

const findNobody = () => {
  const [, , uid, gid] =
    readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .find((line) => line.startsWith('nobody:'))
      ?.split(':') ?? []
  return { uid: Number(uid), gid: Number(gid) }
}

/** The paths of those given that `nobody` can read, list, or write to. */
const openToNobody = (paths: readonly string[]): readonly string[] => {
  const script = `while IFS= read -r path; do
    if [ -r "$path" ] || [ -w "$path" ] || cat "$path" >/dev/null 2>&1 || ls "$path" >/dev/null 2>&1
    then printf '%s\\n' "$path"; fi
  done`
  const { stdout, stderr, status } = spawnSync('/bin/sh', ['-c', script], {
    ...findNobody(),
    cwd: '/',
    input: `${paths.join('\n')}\n`,
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([0, ''])
  return stdout.split('\n').filter((line) => line !== '')
}

/** The paths that other users have a right to, apart from passing through the directory of the whole. */
const openByMode = (paths: readonly string[]): readonly string[] =>
  paths.filter((path) => {
    const stat = lstatSync(path)
    return !stat.isSymbolicLink() && (stat.mode & (path === directory ? 0o067 : 0o077)) !== 0
  })

test('they can neither read nor change any file', () => {
  const paths = listAll()
  for (const name of ['secrets.json', 'addresses.json', 'ports.json', 'servers.json', 'log/hearth.log'])
    expect(paths).toContain(join(directory, name))
  if (process.getuid?.() === 0) {
    // What it finds where it may look proves that it can look.
    expect(openToNobody(['/etc/passwd'])).toEqual(['/etc/passwd'])
    expect(openToNobody(paths)).toEqual([])
  }
  // The server's own files are in a directory that only its user can enter.
  const ours = paths.filter((path) => !path.startsWith(join(directory, 'postgres', 'cluster')))
  expect(openByMode(ours.filter((path) => !path.endsWith('/owner.json')))).toEqual([])
})

const readCertificate = async (host: string, port: number): Promise<string> => {
  const socket = connect({ host, port, rejectUnauthorized: false })
  await once(socket, 'secureConnect')
  const seen = socket.getPeerX509Certificate()?.toString() ?? ''
  socket.destroy()
  return seen
}

test('they can neither read nor write the event store', async () => {
  const { port, hostname } = new URL(installation.eventStoreUrl.replace('esdb:', 'http:'))
  const address = `${hostname}:${port}`
  // The server shows its certificate to everyone, so a stranger can have it.
  const file = join(place.path, 'seen.crt')
  writeFileSync(file, await readCertificate(hostname, Number(port)))
  const urls = [
    `esdb://${address}?tls=false`,
    `esdb://${address}?tls=true&tlsCAFile=${file}`,
    `esdb://hearth:guessed@${address}?tls=true&tlsCAFile=${file}`,
    `esdb://admin:changeit@${address}?tls=true&tlsCAFile=${file}`,
  ]
  for (const url of urls) {
    const occurredAt = new Date().toISOString()
    const metadata = { tenantId: newId(), $correlationId: newId(), occurredAt }
    const event = { id: newId(), type: 'Noted', data: {}, metadata }
    const store = connectEventStore({ url, name: 'stranger', log: silentLog })
    try {
      await expect(store.ping(3_000)).rejects.toThrow()
      await expect(store.append(`note-${newId()}`, [event], 'any')).rejects.toThrow()
    } finally {
      await store.close()
    }
  }
  const store = connectEventStore({ url: installation.eventStoreUrl, name: 'test', log: silentLog })
  await expect(store.ping(10_000)).resolves.toBeUndefined()
  await store.close()
})

test('they cannot sign in to the database', async () => {
  const given = new URL(installation.databaseUrl)
  for (const user of ['hearth', 'hearth_services', 'postgres', 'nobody'])
    for (const password of ['', 'hearth']) {
      const client = new pg.Client({
        host: given.hostname,
        port: Number(given.port),
        database: 'hearth',
        user,
        password,
      })
      await expect(client.connect()).rejects.toThrow(/password/i)
    }
})

test('they find no secret among the arguments of the processes', () => {
  const secrets = JSON.parse(readFileSync(join(directory, 'secrets.json'), 'utf8'))
  const values = Object.values<string>(secrets).flatMap((value) => value.split(/[,=]/).concat(value))
  const long = values.filter((value) => value.length >= 16)
  expect(long).toContain(secrets.EVENT_STORE_PASSWORD)
  for (const [name, pid] of installation.processes()) {
    const line = spawnSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).stdout
    expect([name, line.length > 0, long.filter((value) => line.includes(value))]).toEqual([name, true, []])
  }
})
