import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  acknowledged,
  begin,
  choose,
  conflicted,
  edit,
  isSaved,
  NO_DRAFT,
  restoreUnsent,
  refreshed,
  refused,
  shown,
  type Draft,
  type Fields,
  type Known,
} from './autosave.ts'

const known = (version: number, values: Fields): Known => ({ version, values })
const any = (_: string, value: unknown) => value
const start = known(3, { guests: 4, name: 'Barn' })

describe('a change', () => {
  it('is shown immediately, sent with the version that was seen, and dropped once the server has it', () => {
    const typed = edit(NO_DRAFT, start, 'guests', 5)
    expect(shown(start, typed)).toEqual({ guests: 5, name: 'Barn' })
    const sent = begin(typed, any, 'k1')
    expect(sent.sending).toEqual({ key: 'k1', baseVersion: 3, fields: { guests: 5 } })
    expect(shown(start, sent)['guests']).toBe(5)
    expect(isSaved(acknowledged(sent, known(4, { guests: 5, name: 'Barn' })))).toBe(true)
  })

  it('back to what the server has needs no sending', () => {
    expect(isSaved(edit(edit(NO_DRAFT, start, 'guests', 5), start, 'guests', 4))).toBe(true)
  })

  it('typed over one that is on its way builds on its answer, not on what was seen before', () => {
    const both = edit(begin(edit(NO_DRAFT, start, 'guests', 5), any, 'k1'), start, 'guests', 6)
    expect(begin(both, any, 'k2')).toBe(both)
    expect(begin(acknowledged(both, known(4, { guests: 5 })), any, 'k2').sending).toEqual({
      key: 'k2',
      baseVersion: 4,
      fields: { guests: 6 },
    })
  })

  it('is sent with the version it was based on, so that the server sees a conflict with a later change', () => {
    const both = edit(begin(edit(NO_DRAFT, start, 'guests', 5), any, 'k1'), start, 'guests', 6)
    expect(begin(acknowledged(both, known(5, { guests: 9 })), any, 'k2').sending?.baseVersion).toBe(3)
  })

  it('that is no value yet stays here and does not hold up the others', () => {
    const typed = edit(edit(NO_DRAFT, start, 'guests', 99), start, 'name', 'Mill')
    const sent = begin(typed, (name, value) => (name === 'guests' ? undefined : value), 'k1')
    expect(sent.sending?.fields).toEqual({ name: 'Mill' })
    expect(shown(start, sent)['guests']).toBe(99)
  })

  it('of different versions goes out in turns', () => {
    const first = edit(NO_DRAFT, start, 'guests', 5)
    const second = edit(first, known(4, { guests: 4, name: 'Mill' }), 'name', 'Loft')
    expect(begin(second, any, 'k').sending).toEqual({ key: 'k', baseVersion: 3, fields: { guests: 5 } })
  })
})

describe('a refusal', () => {
  const sent = begin(edit(edit(NO_DRAFT, start, 'guests', 5), start, 'name', 'Mill'), any, 'k1')

  it('stands at its field, and only the others are sent again', () => {
    const after = refused(sent, { guests: 'is too many' })
    expect(after.refusals).toEqual({ guests: 'is too many' })
    expect(begin(after, any, 'k2').sending?.fields).toEqual({ name: 'Mill' })
    expect(begin(edit(after, start, 'guests', 4), any, 'k2').sending?.fields).toEqual({ name: 'Mill' })
    expect(begin(edit(after, start, 'guests', 3), any, 'k2').sending?.fields).toEqual({
      name: 'Mill',
      guests: 3,
    })
  })

  it('is ignored for a field that was edited meanwhile', () => {
    expect(refused(edit(sent, start, 'guests', 6), { guests: 'is too many' }).refusals).toEqual({})
  })

  it('of everything loses nothing', () => {
    expect(shown(start, restoreUnsent(edit(sent, start, 'guests', 6)))).toEqual({ guests: 6, name: 'Mill' })
  })
})

describe('a conflict', () => {
  const sent = begin(edit(edit(NO_DRAFT, start, 'guests', 5), start, 'name', 'Mill'), any, 'k1')
  const found = conflicted(sent, [{ name: 'guests', theirs: 8, changedBy: 'Bruno', version: 4 }])

  it('holds its own field only', () => {
    expect(begin(found, any, 'k2').sending?.fields).toEqual({ name: 'Mill' })
  })

  it('is decided by the person: mine goes out over the version that was shown', () => {
    expect(begin(choose(found, 'guests', 'mine'), any, 'k2').sending).toMatchObject({
      fields: { name: 'Mill' },
      baseVersion: 3,
    })
    const rest = acknowledged(
      begin(choose(found, 'guests', 'mine'), any, 'k2'),
      known(5, { guests: 8, name: 'Mill' }),
    )
    expect(begin(rest, any, 'k3').sending).toEqual({ key: 'k3', baseVersion: 4, fields: { guests: 5 } })
  })

  it('is decided by the person: theirs drops the change', () => {
    expect(shown(known(4, { guests: 8, name: 'Barn' }), choose(found, 'guests', 'theirs'))).toEqual({
      guests: 8,
      name: 'Mill',
    })
  })

  it('shows the newest value of the others, and is over once both mean the same', () => {
    expect(refreshed(found, known(5, { guests: 9, name: 'Barn' })).conflicts['guests']).toMatchObject({
      theirs: 9,
      version: 5,
    })
    expect(refreshed(found, known(5, { guests: 5, name: 'Barn' })).conflicts).toEqual({})
  })
})

type Server = {
  version: number
  values: Record<string, unknown>
  at: Record<string, number>
  answers: Map<string, 'ok'>
}
type Client = { draft: Draft; known: Known; seen: Set<unknown> }

/** The rule of the server (UpdateListingSection), in a few lines. */
const update = (server: Server, { key, baseVersion, fields }: NonNullable<Draft['sending']>) => {
  if (server.answers.has(key)) return []
  const names = Object.keys(fields)
  const clashes = names.filter(
    (name) => (server.at[name] ?? 0) > baseVersion && server.values[name] !== fields[name],
  )
  if (clashes.length > 0) return clashes
  server.version += 1
  for (const name of names.filter((one) => server.values[one] !== fields[one]))
    Object.assign(server, {
      values: { ...server.values, [name]: fields[name] },
      at: { ...server.at, [name]: server.version },
    })
  server.answers.set(key, 'ok')
  return []
}

it('two people with lost answers and reloads overwrite nothing unseen and end with what is stored', () => {
  const action = fc.record({
    who: fc.integer({ min: 0, max: 1 }),
    field: fc.constantFrom('a', 'b'),
    what: fc.constantFrom('type', 'send', 'deliver', 'lose', 'refresh', 'mine', 'theirs', 'reload'),
  })
  fc.assert(
    fc.property(fc.array(action, { minLength: 20, maxLength: 60, size: 'max' }), (actions) => {
      let count = 0
      const server: Server = { version: 0, values: {}, at: {}, answers: new Map() }
      const clients: Client[] = [0, 1].map(() => ({
        draft: NO_DRAFT,
        known: known(0, {}),
        seen: new Set<unknown>([undefined]),
      }))
      const readServer = (client: Client) => void (client.known = known(server.version, { ...server.values }))
      const remember = ({ known: rows, draft, seen }: Client) =>
        [
          ...Object.values(shown(rows, draft)),
          ...Object.values(draft.conflicts).map(({ theirs }) => theirs),
        ].forEach((value) => seen.add(value))
      const post = (client: Client, sending: NonNullable<Draft['sending']>) => {
        const before = { ...server.values }
        const clashes = update(server, sending)
        const overwritten = Object.keys(sending.fields)
          .filter((name) => server.values[name] !== before[name])
          .map((name) => before[name])
        expect(overwritten.filter((value) => !client.seen.has(value))).toEqual([])
        return clashes
      }
      const deliver = (client: Client) => {
        const { sending } = client.draft
        if (sending === null) return
        const clashes = post(client, sending)
        readServer(client)
        client.draft =
          clashes.length === 0
            ? acknowledged(client.draft, client.known)
            : conflicted(
                client.draft,
                clashes.map((name) => ({
                  name,
                  theirs: server.values[name],
                  changedBy: null,
                  version: server.version,
                })),
              )
      }
      const step = (client: Client, what: string, field: string) => {
        if (what === 'type') client.draft = edit(client.draft, client.known, field, `value ${(count += 1)}`)
        if (what === 'send') client.draft = begin(client.draft, any, `key ${(count += 1)}`)
        if (what === 'deliver') deliver(client)
        if (what === 'lose' && client.draft.sending) post(client, client.draft.sending)
        if (what === 'refresh') {
          readServer(client)
          client.draft = refreshed(client.draft, client.known)
        }
        if (what === 'mine' || what === 'theirs') client.draft = choose(client.draft, field, what)
        if (what === 'reload') client.draft = JSON.parse(JSON.stringify(client.draft)) as Draft
        remember(client)
      }
      for (const { who, what, field } of actions) step(clients[who] as Client, what, field)
      for (let round = 0; round < 8; round += 1)
        for (const client of clients)
          for (const what of ['refresh', 'send', 'deliver', 'mine'])
            for (const field of ['a', 'b']) step(client, what, field)
      for (const client of clients) {
        step(client, 'refresh', 'a')
        expect(client.draft).toEqual(NO_DRAFT)
        expect(shown(client.known, client.draft)).toEqual(server.values)
      }
    }),
    { numRuns: 200 },
  )
})
