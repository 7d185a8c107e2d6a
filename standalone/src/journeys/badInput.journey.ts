import { locatorOf } from '@hearth/contracts/kernel/message'
import { createValid } from '@hearth/command-service/testing/arbitrary'
import { newId } from '@hearth/contracts/kernel/ids'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  findFailures,
  ONE_IN,
  selectShare,
  sharedBadInput,
  SURPLUS,
  type Attempt,
  type BadInput,
} from './badInputWorld.ts'
import { BODIES, ENVELOPES, IDS, ODD_HEADERS, type BadRequest } from './badRequests.ts'
import { HOSTILE, nearMisses, toJson } from './nearMiss.ts'
import { exchange, type Answer } from './request.ts'
import { commandPath, commands, whoCan, type Command } from './routes.ts'
import { WORDS } from './words.ts'

const SEED = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const NEAR_MISSES = Number(process.env['NEAR_MISSES'] ?? 15)

let badInput: BadInput
beforeAll(async () => {
  badInput = await sharedBadInput()
  console.log(`near misses: SEED=${SEED}`)
})

const words = () => [...WORDS, 'somebody@journey.test', badInput.listing]

/** Sends a proper request with one thing wrong. */
const sendBadly = (command: Command, bad: BadRequest, fallback: string): Promise<Answer> => {
  const { definition, route } = command
  const client = whoCan(badInput.clients, definition.capability)
  const headers = {
    ...client.headers,
    'content-type': 'application/json',
    'idempotency-key': newId(),
    ...(definition.ifMatch === 'none'
      ? {}
      : { 'if-match': route.collection === 'listings' ? badInput.listingTag : '"0"' }),
    ...(route.verb === undefined && command.type !== 'OpenAccount'
      ? { 'x-host-account': badInput.account }
      : {}),
    ...bad.headers,
  }
  const path =
    bad.id === undefined || route.verb === undefined
      ? commandPath(command, badInput.targets[route.collection] ?? '')
      : `/api/${route.collection}/${bad.id}/${route.verb}`
  const sent = Object.fromEntries(Object.entries(headers).filter(([name]) => !bad.without?.includes(name)))
  return exchange(badInput.journey.baseUrl, path, {
    method: 'POST',
    headers: sent,
    body: bad.body ?? fallback,
  })
}

/** What the way to a decider depends on. */
const describeKind = ({ definition, route }: Command): string =>
  JSON.stringify([route.verb === undefined, definition.ifMatch, locatorOf(definition).by === 'owner'])
const kinds = commands.map(describeKind)
const placed = commands.map((command, at) => ({
  ...command,
  at,
  oneIn: kinds.indexOf(describeKind(command)) === at ? 1 : ONE_IN.shared,
}))

/** Valid commands that need no record which is there already. */
const CREATES_ANYWHERE: ReadonlySet<string> = new Set(['OpenAccount', 'DeclareDisruption'])

describe('commands', () => {
  test.for(placed)('$type: the catalogue', async ({ at, oneIn, ...command }) => {
    const odd = ODD_HEADERS.map((headers): BadRequest => ({ name: JSON.stringify(headers), headers }))
    const cases = selectShare(
      [...BODIES, ...ENVELOPES, ...(command.route.verb === undefined ? [] : IDS), ...odd],
      at,
      oneIn,
    )
    expect(
      await findFailures(
        cases.map((bad) => ({ name: bad.name, send: () => sendBadly(command, bad, SURPLUS) })),
      ),
    ).toEqual([])
    await badInput.expectUnchanged()
  })

  test.for(placed)('$type: an invalid envelope around a valid body', async ({ at, oneIn, ...command }) => {
    const body = fc
      .sample(createValid(command.definition.schema, words()), { seed: 7, numRuns: 40 })
      .find((value) => value !== undefined)
    const attempts = selectShare(ENVELOPES, at, oneIn).map((bad) => ({
      name: bad.name,
      send: () => sendBadly(command, bad, JSON.stringify(body)),
    }))
    expect(await findFailures(attempts)).toEqual([])
    await badInput.expectUnchanged()
  })

  test.for(commands)('$type: near misses', async (command) => {
    const bodies = fc.sample(nearMisses(command.definition.schema, words()), {
      seed: SEED,
      numRuns: NEAR_MISSES,
    })
    const attempts = bodies.flatMap((body): readonly Attempt[] => {
      const text = toJson(body)
      const isValid = command.definition.schema.safeParse(JSON.parse(text)).success
      const locator = locatorOf(command.definition)
      // A variant that matches the schema is a valid command: it goes to a record that does not exist.
      if (isValid && CREATES_ANYWHERE.has(command.type)) return []
      const bad: BadRequest = isValid
        ? command.route.verb === undefined
          ? { name: '', headers: { 'x-host-account': newId() } }
          : { name: '', id: newId() }
        : { name: '' }
      const changed =
        isValid && locator.by === 'owner' ? toJson({ ...(body as object), [locator.field]: newId() }) : text
      return [{ name: `SEED=${SEED} ${changed.slice(0, 500)}`, send: () => sendBadly(command, bad, changed) }]
    })
    expect(await findFailures(attempts)).toEqual([])
    await badInput.expectUnchanged()
  })
})

describe('session routes', () => {
  test.for(['/api/login', '/api/logout', '/api/session/switch-account'])('%s', async (path) => {
    const logins = HOSTILE.flatMap((value) => [
      { email: value, password: 'x' },
      { email: `${newId()}@journey.test`, password: value },
    ])
    const texts = path === '/api/login' ? logins.map(toJson) : [SURPLUS]
    const headers = {
      ...(path === '/api/login' ? { origin: badInput.journey.baseUrl } : badInput.clients.owner?.headers),
      'content-type': 'application/json',
    }
    const attempts = [
      ...BODIES.map(({ name, body }) => ({ name, body: body ?? '' })),
      ...texts.map((body) => ({ name: body.slice(0, 100), body })),
    ].map(({ name, body }) => ({
      name,
      send: () => exchange(badInput.journey.baseUrl, path, { method: 'POST', headers, body }),
    }))
    expect(await findFailures(attempts)).toEqual([])
    await badInput.expectUnchanged()
  })
})
