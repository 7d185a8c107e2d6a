import { ERASED } from '@hearth/contracts/kernel/erased'
import { OF_ACCOUNT } from '@hearth/contracts/kernel/message'
import type pg from 'pg'
import { decrypt, encrypt } from './cipher.ts'
import { listPlaces, valueAt, withValueAt } from './paths.ts'
import type { SubjectKey } from './keyCache.ts'
import { createSubjectKeys } from './subjectKeys.ts'

export type SealerOptions = Readonly<{
  pool: pg.Pool
  /**
   * SEALING_KEY: 32 bytes in base64. It wraps the subjects' keys; without it nothing sealed can be read
   * again.
   */
  masterKey: string
  /**
   * Per event type: dotted path of a personal field, which passes through each item of a list → dotted path
   * of the id of the person it is about, or OF_ACCOUNT.
   */
  personal: (eventType: string) => Readonly<Record<string, string>>
  /** Keys kept in memory at most. */
  cacheSize?: number
  /** Milliseconds, for tests. */
  now?: () => number
}>

/** An event, sealed or to be sealed. */
export type SealedEvent = Readonly<{ stream: string; type: string; data: unknown }>

export type Sealer = Readonly<{
  /**
   * Encrypts the event's personal fields. Absent and null fields stay as they are; a field without its
   * subject's id is an error.
   */
  seal(tenantId: string, stream: string, type: string, data: unknown): Promise<unknown>
  /** `seal` for many events of one tenant, with at most three queries; answers in the same order. */
  sealMany(tenantId: string, events: readonly SealedEvent[]): Promise<unknown[]>
  /**
   * Decrypts what `seal` made; ERASED where the key is gone. Throws for a value that was altered or moved to
   * another stream or field.
   */
  open(stream: string, type: string, data: unknown): Promise<unknown>
  /** `open` for a batch, with at most one query; answers in the same order. */
  openMany(events: readonly SealedEvent[]): Promise<unknown[]>
  /**
   * Deletes the subject's key: everything sealed with it is unreadable, here immediately, and in other
   * processes when they are notified, within a minute at most. Returns when, UTC ISO.
   */
  eraseSubject(tenantId: string, subjectId: string): Promise<string>
  /** Drops a key from this process's memory, for a process that sees `SubjectErased` pass. */
  forgetSubject(tenantId: string, subjectId: string): void
  /** Drops all keys from this process's memory, for when some erasures may not have been heard. */
  forgetAll(): void
}>

const PREFIX = 'sealed:1:'
const KEY_ID_BYTES = 16

const formatContext = (stream: string, path: string): string => `${stream}\n${path}`

const toSealedText = (keyId: string, box: Buffer): string =>
  PREFIX + Buffer.concat([Buffer.from(keyId.replaceAll('-', ''), 'hex'), box]).toString('base64url')

type Sealed = Readonly<{ keyId: string; box: Buffer }>

const parseSealed = (value: unknown): Sealed | undefined => {
  if (typeof value !== 'string' || !value.startsWith(PREFIX)) return undefined
  const bytes = Buffer.from(value.slice(PREFIX.length), 'base64url')
  const keyId = bytes
    .subarray(0, KEY_ID_BYTES)
    .toString('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { keyId, box: bytes.subarray(KEY_ID_BYTES) }
}

const parseMasterKey = (text: string): Buffer => {
  const key = Buffer.from(text, 'base64')
  if (key.length !== 32) throw new Error('SEALING_KEY must be 32 bytes in base64')
  return key
}

const listSealedFields = (
  personal: SealerOptions['personal'],
  { type, data }: SealedEvent,
): { path: string; sealed: Sealed }[] =>
  Object.keys(personal(type))
    .flatMap((path) => listPlaces(data, path))
    .flatMap(({ path, value }) => {
      const sealed = parseSealed(value)
      return sealed ? [{ path, sealed }] : []
    })

/** What must be sealed, and whose it is. */
const listPersonalFields = (
  personal: SealerOptions['personal'],
  tenantId: string,
  type: string,
  data: unknown,
): readonly Readonly<{ path: string; value: unknown; subjectId: string }>[] =>
  Object.entries(personal(type)).flatMap(([path, subjectPath]) => {
    const places = listPlaces(data, path)
    if (places.length === 0) return []
    const subjectId = subjectPath === OF_ACCOUNT ? tenantId : valueAt(data, subjectPath)
    if (typeof subjectId !== 'string' || subjectId === '')
      throw new Error(`${type}.${path} cannot be sealed: ${subjectPath} names no person`)
    return places.map((place) => ({ ...place, subjectId }))
  })

const sealValue = ({ keyId, key }: SubjectKey, stream: string, path: string, value: unknown): string =>
  toSealedText(keyId, encrypt(key, Buffer.from(JSON.stringify(value), 'utf8'), formatContext(stream, path)))

/**
 * Seals and opens the personal fields of events with one key per person
 * (docs/domain/ids-and-streams.md#personal-fields).
 */
export const createSealer = ({
  pool,
  masterKey,
  personal,
  cacheSize = 10_000,
  now = Date.now,
}: SealerOptions): Sealer => {
  const keys = createSubjectKeys({ pool, masterKey: parseMasterKey(masterKey), cacheSize, now })

  const openMany = async (events: readonly SealedEvent[]): Promise<unknown[]> => {
    const fields = events.map((event) => listSealedFields(personal, event))
    const found = await keys.load(new Set(fields.flat().map(({ sealed }) => sealed.keyId)))
    return events.map(({ stream, data }, index) =>
      (fields[index] ?? []).reduce<unknown>((opened, { path, sealed }) => {
        const key = found.get(sealed.keyId)
        const value: unknown = key
          ? JSON.parse(decrypt(key, sealed.box, formatContext(stream, path)).toString('utf8'))
          : ERASED
        return withValueAt(opened, path, value)
      }, data),
    )
  }

  return {
    openMany,
    open: async (stream, type, data) => (await openMany([{ stream, type, data }]))[0],
    seal: async (tenantId, stream, type, data) => {
      let sealed = data
      for (const { path, value, subjectId } of listPersonalFields(personal, tenantId, type, data)) {
        sealed = withValueAt(
          sealed,
          path,
          sealValue(await keys.obtain({ tenantId, subjectId }), stream, path, value),
        )
      }
      return sealed
    },
    sealMany: async (tenantId, events) => {
      const fields = events.map(({ type, data }) => listPersonalFields(personal, tenantId, type, data))
      const found = await keys.obtainMany(fields.flat().map(({ subjectId }) => ({ tenantId, subjectId })))
      let next = 0
      return events.map(({ stream, data }, index) =>
        (fields[index] ?? []).reduce<unknown>(
          (sealed, { path, value }) =>
            withValueAt(sealed, path, sealValue(found[next++] as SubjectKey, stream, path, value)),
          data,
        ),
      )
    },
    eraseSubject: (tenantId, subjectId) => keys.erase({ tenantId, subjectId }),
    forgetSubject: (tenantId, subjectId) => keys.forget({ tenantId, subjectId }),
    forgetAll: keys.forgetAll,
  }
}
