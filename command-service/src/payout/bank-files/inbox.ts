import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '@hearth/platform/telemetry/log'
import { unzipSync } from 'fflate'
import type { Booked } from './bookMessage.ts'
import { isMissing, localDisk, writePart } from './disk.ts'
import { DocumentBusyError } from './documentTurns.ts'

/** More than a year of statements; what unpacks to more is not from a bank. */
const MAX_UNPACKED_BYTES = 200_000_000

export type InboxOptions = Readonly<{
  directory: string
  book: (xml: string, file: string) => Promise<Booked>
  log: Log
}>

const unpack = (bytes: Uint8Array) => {
  let total = 0
  return unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      total += originalSize
      if (total > MAX_UNPACKED_BYTES) throw new Error('It is too large when unpacked')
      return !name.endsWith('/')
    },
  })
}

/** Puts the files of an archive beside it, under its name, then removes it. May be repeated. */
const unpackBeside = async (folder: string, archive: string): Promise<readonly string[]> => {
  const files = Object.entries(unpack(await readFile(join(folder, archive))))
  const names: string[] = []
  for (const [index, [path, content]] of files.entries()) {
    const name = `${archive}-${index + 1}-${path.replaceAll(/[^A-Za-z0-9._-]/g, '-')}`
    const target = join(folder, name)
    await localDisk.move(await writePart(localDisk, target, content), target)
    names.push(name)
  }
  await rm(join(folder, archive))
  return names
}

/** Logs a problem with a file when it is new or another one. */
const createProblems = (log: Log) => {
  const known = new Map<string, string>()
  return {
    report: (file: string, error: unknown): void => {
      const why = error instanceof Error ? error.message : String(error)
      if (known.get(file) !== why)
        log.error({ err: error, file }, 'payouts: a file of the bank cannot be booked')
      known.set(file, why)
    },
    solve: (file: string): void => void known.delete(file),
    keepOnly: (files: readonly string[]): void => {
      for (const file of known.keys()) if (!files.includes(file)) known.delete(file)
    },
    count: (): number => known.size,
  }
}

/**
 * The messages that a bank leaves in `in/`. Each round books them, the oldest name first, and moves them to
 * `read/`. What cannot be booked stays; it is logged once and counted by `unread`.
 */
export const createInbox = ({ directory, book, log }: InboxOptions) => {
  const [from, to] = [join(directory, 'in'), join(directory, 'read')]
  const problems = createProblems(log)

  const bookFile = async (name: string): Promise<void> => {
    const { leftovers, ...booked } = await book(await readFile(join(from, name), 'utf8'), name)
    await rename(join(from, name), join(to, name))
    // The text of a line may name a person; finance sees it in the console.
    for (const { kind, entry, amount, why } of leftovers)
      if (kind === 'unreadable')
        log.error({ file: name, kind, entry, amount, why }, 'payouts: a line of the bank cannot be read')
    const left = leftovers.length
    log.info({ file: name, ...booked, leftovers: left }, 'payouts: a message of the bank was booked')
  }

  const readOne = async (name: string): Promise<void> => {
    try {
      if (/\.zip$/i.test(name)) for (const file of await unpackBeside(from, name)) await readOne(file)
      else if (/\.xml$/i.test(name)) await bookFile(name)
      else throw new Error('This is neither XML nor a zip archive.')
      problems.solve(name)
    } catch (error) {
      // Another process is reading the file or another version of it, or has moved the file away.
      if (!isMissing(error) && !(error instanceof DocumentBusyError)) problems.report(name, error)
    }
  }

  return {
    read: async (): Promise<void> => {
      await Promise.all([mkdir(from, { recursive: true }), mkdir(to, { recursive: true })])
      for (const name of (await readdir(from)).toSorted()) await readOne(name)
      problems.keepOnly(await readdir(from))
    },
    /** The number of files that the last round left. */
    unread: (): number => problems.count(),
  }
}
export type Inbox = ReturnType<typeof createInbox>
