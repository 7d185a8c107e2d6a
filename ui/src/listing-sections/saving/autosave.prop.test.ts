import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  acknowledged,
  begin,
  choose,
  conflicted,
  edit,
  NO_DRAFT,
  refreshed,
  shown,
  type Draft,
  type Known,
} from './autosave.ts'

const any = (_: string, value: unknown) => value

type Server = {
  version: number
  values: Record<string, unknown>
  at: Record<string, number>
  answers: Map<string, 'ok'>
}
type Client = { draft: Draft; known: Known; seen: Set<unknown> }

/** The server's rule (UpdateListingSection) in a few lines. */
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

const remember = ({ known, draft, seen }: Client) =>
  [
    ...Object.values(shown(known, draft)),
    ...Object.values(draft.conflicts).map(({ theirs }) => theirs),
  ].forEach((value) => seen.add(value))

/** One server and what a client can do with it; nothing that a client has not seen is overwritten. */
const createWorld = () => {
  let count = 0
  const server: Server = { version: 0, values: {}, at: {}, answers: new Map() }
  const read = (client: Client) =>
    void (client.known = { version: server.version, values: { ...server.values } })
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
    const clashes = post(client, sending).map((name) => ({
      name,
      theirs: server.values[name],
      changedBy: null,
      version: server.version,
    }))
    read(client)
    client.draft =
      clashes.length === 0 ? acknowledged(client.draft, client.known) : conflicted(client.draft, clashes)
  }
  const step = (client: Client, what: string, field: string) => {
    if (what === 'type') client.draft = edit(client.draft, client.known, field, `value ${(count += 1)}`)
    if (what === 'send') client.draft = begin(client.draft, any, `key ${(count += 1)}`)
    if (what === 'deliver') deliver(client)
    if (what === 'lose' && client.draft.sending) post(client, client.draft.sending)
    if (what === 'refresh') {
      read(client)
      client.draft = refreshed(client.draft, client.known)
    }
    if (what === 'mine' || what === 'theirs') client.draft = choose(client.draft, field, what)
    if (what === 'reload') client.draft = JSON.parse(JSON.stringify(client.draft)) as Draft
    remember(client)
  }
  return { server, step }
}

it('overwrites nothing unseen for two people, whatever answers are lost or pages reloaded', () => {
  const action = fc.record({
    who: fc.integer({ min: 0, max: 1 }),
    field: fc.constantFrom('a', 'b'),
    what: fc.constantFrom('type', 'send', 'deliver', 'lose', 'refresh', 'mine', 'theirs', 'reload'),
  })
  fc.assert(
    fc.property(fc.array(action, { minLength: 20, maxLength: 60, size: 'max' }), (actions) => {
      const { server, step } = createWorld()
      const clients: Client[] = [0, 1].map(() => ({
        draft: NO_DRAFT,
        known: { version: 0, values: {} },
        seen: new Set<unknown>([undefined]),
      }))
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
