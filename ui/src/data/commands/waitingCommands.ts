import { z } from 'zod'
import { knownSession } from '../../session/session.ts'
import type { CommandCall } from '../records/dataProvider.ts'

/**
 * Commands that wait for the network, kept in this browser so that they survive a reload
 * (docs/domain/console.md#changes-without-a-network). Another person who signs in on this device can neither
 * see nor send them.
 */
const PREFIX = 'hearth.command'

/** Their bodies hold what must not be stored, such as bank accounts, or need a proof of identity first. */
const NEVER_KEPT: ReadonlySet<string> = new Set(['accounts', 'payout-accounts', 'impersonations'])

const zKept = z.object({
  resource: z.string(),
  id: z.string().optional(),
  verb: z.string().optional(),
  body: z.unknown(),
  key: z.string(),
  revision: z.number().optional(),
  at: z.number(),
})

/** The keys of commands that this window holds in memory as well. */
const heldHere = new Set<string>()

const formatPrefix = (): string | undefined => {
  const session = knownSession()
  return session ? `${PREFIX}/${session.user.id}/${session.account?.id ?? ''}/` : undefined
}

const listeners = new Set<() => void>()
const notify = () => {
  for (const listener of listeners) listener()
}

/** Calls the listener when what waits changes in this window or in another one. */
export const subscribeToKept = (listener: () => void): (() => void) => {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

/** Whose commands a page shows that starts without a network, and so without a session. */
const LAST = 'hearth.last-person'

export const rememberPerson = (): void => {
  const prefix = formatPrefix()
  if (prefix !== undefined) localStorage.setItem(LAST, prefix)
}

/** How many commands the person who was here last has waiting in this browser. */
export const countStored = (): number => {
  const prefix = formatPrefix() ?? localStorage.getItem(LAST)
  return prefix === null ? 0 : Object.keys(localStorage).filter((name) => name.startsWith(prefix)).length
}

/** Without storage space the command lasts as long as the page. */
export const keepCommand = (call: CommandCall): void => {
  const prefix = formatPrefix()
  if (prefix === undefined || NEVER_KEPT.has(call.resource)) return
  try {
    localStorage.setItem(prefix + call.key, JSON.stringify({ ...call, at: Date.now() }))
    heldHere.add(call.key)
  } catch {
    localStorage.removeItem(prefix + call.key)
  }
  notify()
}

/** Whether the command waits in this browser: the next page sends it, unless this one does before. */
export const isKept = (key: string): boolean => heldHere.has(key)

export const dropCommand = (key: string): void => {
  if (!heldHere.delete(key)) return
  const prefix = formatPrefix()
  if (prefix !== undefined) localStorage.removeItem(prefix + key)
  notify()
}

const read = (text: string | null): z.infer<typeof zKept> | undefined => {
  try {
    return zKept.safeParse(JSON.parse(text ?? 'null')).data
  } catch {
    return undefined
  }
}

const parseKept = (texts: readonly (string | null)[]): readonly CommandCall[] =>
  texts
    .flatMap((text) => read(text) ?? [])
    .toSorted((a, b) => a.at - b.at)
    .map(({ at: _at, ...call }) => call)

let lastKept: Readonly<{ text: string; calls: readonly CommandCall[] }> = { text: '[]', calls: [] }

/** What the person and account have waiting in this browser, the oldest first; the same list until it changes. */
export const listKept = (): readonly CommandCall[] => {
  const prefix = formatPrefix()
  const names =
    prefix === undefined ? [] : Object.keys(localStorage).filter((name) => name.startsWith(prefix))
  const texts = names.toSorted().map((name) => localStorage.getItem(name))
  const text = JSON.stringify(texts)
  if (text !== lastKept.text) lastKept = { text, calls: parseKept(texts) }
  return lastKept.calls
}

/** Takes over what an earlier page of this person and account has left, the oldest first. */
export const takeCommands = (): readonly CommandCall[] => {
  const prefix = formatPrefix()
  if (prefix === undefined) return []
  const found = listKept().filter(({ key }) => !heldHere.has(key))
  for (const { key } of found) heldHere.add(key)
  return found
}

/** How many commands of this window a reload would not lose. */
export const countKept = (): number => heldHere.size

/** Removes everything that the person has waiting in this browser: they sign out. */
export const forgetCommands = (userId: string): void => {
  heldHere.clear()
  localStorage.removeItem(LAST)
  for (const name of Object.keys(localStorage))
    if (name.startsWith(`${PREFIX}/${userId}/`)) localStorage.removeItem(name)
  notify()
}
