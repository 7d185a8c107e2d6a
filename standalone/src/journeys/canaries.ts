import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { eventDefinitions } from '@hearth/contracts'
import { newId } from '@hearth/contracts/kernel/ids'
import { pdf } from '@hearth/platform/testing/hostileFiles'
import { waitUntil } from '@hearth/platform/testing/waitUntil'
import type { OutgoingHttpHeaders } from 'node:http'
import { z } from 'zod'
import { allRoutes, readCollection, findCommand } from './allRoutes.ts'
import { composeBody, WORDS } from './words.ts'
import { effectsSince } from './effects.ts'
import { openJourney, accepted, type Client } from './journey.ts'
import { guestMessage, inDays, stay } from './fixtures.ts'
import { exchange } from './request.ts'
import { listPath, lists } from './routes.ts'
import { openWorld } from './world.ts'

/**
 * `npm run test:canaries`: plants unique values in every input, then searches for them where they must not
 * appear (docs/domain/security.md#canaries).
 */
const mark = newId().slice(-12)
/** Personal or secret values, which are sealed in events. */
const PERSONAL = {
  guest: `Kanari ${mark} Guest`,
  email: `kanari-${mark}@canary.test`,
  phone: `+1555${mark.replaceAll(/\D/g, '').padEnd(8, '7').slice(0, 8)}`,
  legalName: `Kanari ${mark} Limited`,
  address: `${mark} Canary Row, Kanaria`,
  companyNumber: `KN-${mark}`,
  bankAccount: `KANARI${mark.toUpperCase()}`,
  taxNumber: `KATAX${mark.toUpperCase()}`,
  dac7Number: `KADAC${mark.toUpperCase()}`,
  taxStreet: `${mark} Canary Lane`,
  invited: `invited-${mark}@canary.test`,
  referred: `referred-${mark}@canary.test`,
  request: `I am the canary ${mark} and wish to see amounts.`,
  note: `Note of canary ${mark}: TIN 912-70-${mark}, IBAN DE89-${mark}.`,
  blockNote: `Boiler, ask canary ${mark} for the key.`,
  guestWrites: `Guest of canary ${mark} asks for a cot.`,
  fileName: `Photo of canary ${mark}`,
  hostAnswers: `Answer to canary ${mark}: there is one.`,
  planned: `Planned for canary ${mark}: the key is in the box.`,
  message: `Message of canary ${mark}, longer than twenty characters.`,
  password: `kanari-${mark}-Password!`,
  wrong: `wrong-${mark}-kanari`,
  token: `kanari${mark}`.padEnd(43, 'k'),
  code: `code-${mark}-kanari`,
  state: `state-${mark}-kanari`,
} as const
/** Values in refused requests, in headers, queries and paths. */
const ANYWHERE = {
  query: `query-${mark}-kanari`,
  path: `path-${mark}-kanari`,
  header: `header-${mark}-kanari`,
  cookie: `kanari${mark}`.padEnd(43, 'c'),
  bearer: `bearer-${mark}-kanari`,
  body: `body-${mark}-kanari`,
  surplus: `surplus-${mark}-kanari`,
} as const
const CANARIES: readonly (readonly [string, string])[] = Object.entries({ ...PERSONAL, ...ANYWHERE })
const zPlan = z.object({ messages: z.array(z.object({ planId: z.string() })) })
/** The text around a place. */
const quote = (text: string, at: number) => text.slice(Math.max(0, at - 120), at + 60).replaceAll('\n', ' ')
const found: string[] = []
const search = (where: string, text: string, canaries = CANARIES) => {
  for (const [name, canary] of canaries)
    if (text.includes(canary)) found.push(`${name} in ${where}: …${quote(text, text.indexOf(canary))}`)
}

/** The first planned message of a stay, once it is planned. */
const readPlanId = async (reader: Client, bookingId: string): Promise<string> => {
  let planId = ''
  await waitUntil(
    async () => {
      const { status, text } = await reader.get(`/api/message-plans/${bookingId}`)
      if (status !== 200) return false
      planId = zPlan.parse(JSON.parse(text)).messages[0]?.planId ?? ''
      return planId !== ''
    },
    30_000,
    'a planned message',
  )
  return planId
}

const envelopes: string[] = []
const sentry = createServer((request, response) => {
  void buffer(request).then((body) => {
    envelopes.push((request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString())
    response.end('{}')
  })
})
await once(sentry.listen(0, '127.0.0.1'), 'listening')
const dsn = `http://key@127.0.0.1:${(sentry.address() as AddressInfo).port}/1`

const journey = await openJourney({ env: { LOG_LEVEL: 'debug', SENTRY_DSN: dsn, CONSOLE_SENTRY_DSN: dsn } })
let failed = true
try {
  const { here, there, staff, admin } = await openWorld(journey)
  const { owner, cohost_calendar: cohost } = here.people
  const gateway = journey.as('gateway')
  let requests = 0
  const send = async (
    client: Client,
    method: string,
    path: string,
    headers: OutgoingHttpHeaders,
    body?: string,
  ) => {
    requests += 1
    const request = {
      method,
      headers: { ...client.headers, ...headers },
      ...(body !== undefined && { body }),
    }
    // Any answer will do: what counts is what it leaves behind.
    await exchange(journey.baseUrl, path, request, 0)
  }

  // Accepted values, which are stored sealed.
  const account = `/api/accounts/${here.account}`
  const booking = accepted(
    await gateway.post(
      '/api/bookings',
      stay(
        here.listing,
        inDays(120),
        [20_000],
        {},
        { guest: { guestRef: newId(), displayName: PERSONAL.guest } },
      ),
      { 'x-host-account': here.account },
    ),
  ).id
  const writer = { guestRef: newId(), displayName: PERSONAL.guest }
  const file = new URLSearchParams({
    listingId: here.listing,
    guestRef: writer.guestRef,
    name: `${PERSONAL.fileName}.pdf`,
  })
  const { id: fileId } = accepted(
    await exchange(journey.baseUrl, `/api/guest-attachments?${file}`, {
      method: 'POST',
      headers: {
        ...gateway.headers,
        'x-host-account': here.account,
        'idempotency-key': newId(),
        'content-type': 'application/octet-stream',
      },
      body: pdf('<< /Type /Catalog >>').toString('latin1'),
    }),
  )
  const written = { guest: writer, body: PERSONAL.guestWrites, attachments: [fileId] }
  const { id: thread } = accepted(
    await gateway.post('/api/threads', guestMessage(here.listing, written), {
      'x-host-account': here.account,
    }),
  )
  accepted(await owner.post(`/api/threads/${thread}/send`, { body: PERSONAL.hostAnswers }))
  // The account has a rule; its message for the stay gets a text of its own and is sent.
  const planId = await readPlanId(owner, booking)
  for (const [verb, body] of [
    ['edit', { planId, body: PERSONAL.planned }],
    ['send', { planId }],
  ] as const)
    accepted(await owner.post(`/api/message-plans/${booking}/${verb}`, body))
  accepted(
    await owner.post(`${account}/change-profile`, {
      displayName: 'Harbor House',
      defaultCurrency: 'USD',
      timezone: 'America/New_York',
      contactEmail: PERSONAL.email,
      contactPhone: PERSONAL.phone,
    }),
  )
  accepted(
    await owner.post(`${account}/change-legal-identity`, {
      kind: 'company',
      country: 'US',
      legalName: PERSONAL.legalName,
      legalAddress: PERSONAL.address,
      companyNumber: PERSONAL.companyNumber,
    }),
  )
  const bank = { type: 'wire', bic: 'CHASUS33', country: 'US', accountNumber: PERSONAL.bankAccount }
  accepted(
    await owner.post(`/api/payout-accounts/${here.account}/add-method`, {
      currency: 'USD',
      holderName: PERSONAL.legalName,
      bankName: null,
      bank,
    }),
  )
  const taxed = {
    legalName: PERSONAL.legalName,
    street: PERSONAL.taxStreet,
    city: 'Villa Las Estrellas',
    postalCode: '0000',
    country: 'AQ',
    registerNumber: PERSONAL.companyNumber,
  }
  const profile = `/api/tax-profiles/${here.account}`
  accepted(
    await owner.post(`${profile}/save-answers`, {
      entity: 'company',
      usPerson: false,
      filesUsReturn: false,
      person: taxed,
    }),
  )
  accepted(
    await owner.post(`${profile}/submit-form`, {
      form: 'W8BENE',
      entity: 'company',
      person: taxed,
      tin: { country: 'AQ', type: 'foreign', number: PERSONAL.taxNumber },
      signedName: PERSONAL.legalName,
      perjury: true,
    }),
  )
  accepted(
    await owner.post(`${profile}/submit-dac7`, {
      entity: 'company',
      person: taxed,
      tins: [{ country: 'AQ', type: 'foreign', number: PERSONAL.dac7Number }],
      properties: [],
    }),
  )
  accepted(
    await owner.post(`${account}/invite-member`, {
      role: 'cohost_full',
      listingIds: null,
      email: PERSONAL.invited,
    }),
  )
  accepted(await owner.post('/api/referrals', { email: PERSONAL.referred }))
  accepted(
    await cohost.post(`${account}/request-permission`, {
      capability: 'account.close',
      text: PERSONAL.request,
    }),
  )
  accepted(await owner.post(`/api/bookings/${booking}/add-note`, { text: PERSONAL.note, visibility: 'host' }))
  accepted(
    await owner.post('/api/blocks', {
      listingId: here.listing,
      kind: 'maintenance',
      start: inDays(150),
      end: inDays(152),
      note: PERSONAL.blockNote,
    }),
  )
  const quoted = await owner.get(`/api/bookings/${booking}/cancellation-quote?initiator=host`)
  await owner.post(
    `/api/bookings/${booking}/cancel`,
    { quote: quoted.json['token'], reason: 'other', message: PERSONAL.message },
    { 'if-match': '"1"' },
  )
  const fresh = await journey.signIn({ role: 'owner', hostAccountId: here.account })
  await fresh.post('/api/account/password', { current: 'a password for journeys', next: PERSONAL.password })
  await journey
    .client({ origin: journey.baseUrl })
    .post('/api/login', { email: fresh.email, password: PERSONAL.password })
  for (const email of [fresh.email, PERSONAL.email])
    await journey.client({ origin: journey.baseUrl }).post('/api/login', { email, password: PERSONAL.wrong })
  for (const path of ['/api/login/link', '/api/login/forgot'])
    await journey.client({ origin: journey.baseUrl }).post(path, { email: PERSONAL.email })
  for (const path of ['/api/login/ticket', '/api/login/ticket/look'])
    await journey.client({ origin: journey.baseUrl }).post(path, { token: PERSONAL.token })
  await journey
    .client({ origin: journey.baseUrl })
    .post('/api/login/auth', { query: `code=${PERSONAL.code}&state=${PERSONAL.state}` })
  requests += 23

  // Refused values, to every route: in bodies, paths, queries and headers.
  const storm = async () => {
    const bad = {
      'accept-language': ANYWHERE.header,
      referer: `http://${ANYWHERE.header}.test/`,
      'x-correlation-id': ANYWHERE.header,
      traceparent: ANYWHERE.header,
      'user-agent': ANYWHERE.header,
      'x-min-position': ANYWHERE.header,
      'if-match': ANYWHERE.header,
    }
    for (const route of allRoutes()) {
      const client =
        findCommand(route)?.capability.startsWith('booking.') === true
          ? gateway
          : route.path.startsWith('/api/impersonation')
            ? admin
            : owner
      const path = route.path.replace('/:id', `/${ANYWHERE.path}`).replaceAll(/:\w+/g, 'x')
      const known = route.path
        .replace('/:id', `/${readCollection(route.path) === 'bookings' ? booking : newId()}`)
        .replaceAll(/:\w+/g, 'x')
      const method = route.rate === 'stream' ? 'HEAD' : route.method
      const json = { 'content-type': 'application/json', 'idempotency-key': newId() }
      await send(
        client,
        method,
        `${path}?x=${ANYWHERE.query}`,
        method === 'POST' ? json : {},
        method === 'POST' ? `{"surplus":"${ANYWHERE.surplus}"}` : undefined,
      )
      await send(
        client,
        method,
        `${known}?filter=${encodeURIComponent(JSON.stringify({ q: ANYWHERE.query, id: ANYWHERE.query }))}`,
        method === 'POST' ? { ...json, 'idempotency-key': ANYWHERE.header } : bad,
        method === 'POST' ? `{"${ANYWHERE.body}` : undefined,
      )
      await send(
        journey.client({ cookie: `sid=${ANYWHERE.cookie}` }),
        method,
        known,
        { ...(method === 'POST' ? json : {}), ...bad },
        method === 'POST' ? '{}' : undefined,
      )
      await send(
        journey.client({ authorization: `Bearer ${ANYWHERE.bearer}` }),
        method,
        known,
        method === 'POST' ? json : {},
        method === 'POST' ? '{}' : undefined,
      )
      const whole =
        method === 'POST'
          ? composeBody(route, [...WORDS, ...CANARIES.map(([, canary]) => canary), newId()])
          : undefined
      if (whole !== undefined && route.path.includes('/:id'))
        await send(client, method, known.replace(booking, newId()), json, whole)
    }
  }
  await storm()
  // Errors of the server, so that error reports are sent.
  await journey.query('alter table app.membership rename to membership_away')
  await storm().finally(() => journey.query('alter table app.membership_away rename to membership'))
  accepted(await owner.post(`${account}/request-data-export`, {}))
  await journey.countEvents()
  await waitUntil(() => Promise.resolve(envelopes.length > 0), 30_000, 'an envelope')

  search('logs', journey.log())
  search('envelopes', envelopes.join('\n'))
  for (const table of [
    'outbox',
    'process',
    'process_event',
    'mail',
    'ticket',
    'login_attempt',
    'provider_login',
    'session',
    'known_browser',
    'impersonation',
    'data_export',
    'data_export_part',
    'vault',
  ]) {
    const rows = await journey.query(`select t::text as text from app.${table} t`)
    // Bytes are read as hexadecimal digits, so each canary is searched in that form too. Sessions contain the
    // browser’s own header.
    const hex = CANARIES.map(
      ([name, canary]) => [`${name}, as bytes`, Buffer.from(canary).toString('hex')] as const,
    )
    search(
      `app.${table}`,
      rows.map(({ text }) => String(text)).join('\n'),
      [...CANARIES, ...hex].filter(([name]) => table !== 'session' || !name.startsWith('header')),
    )
  }
  const effects = await effectsSince(journey, 'start')
  search('events', JSON.stringify(effects.map(({ type, data }) => [type, data])), Object.entries(PERSONAL))
  let sealed = 0
  for (const { type, data } of effects) {
    for (const field of Object.keys(eventDefinitions.get(type)?.personal ?? {})) {
      const value = data[field]
      if (typeof value === 'string' && value.startsWith('sealed:1:')) sealed += 1
      else if (value !== null && value !== undefined) found.push(`${type}.${field} is not sealed`)
    }
  }
  let read = 0
  const readAs = async (name: string, client: Client, canaries: typeof CANARIES) => {
    for (const { name: resource, export: columns } of lists) {
      for (const path of [
        listPath(resource, { range: [0, 99] }),
        ...(columns === undefined ? [] : [`/api/${resource}.csv`]),
      ]) {
        search(`${path} as ${name}`, (await client.get(path)).text, canaries)
        read += 1
      }
    }
  }
  await readAs('the owner of another account', there.people.owner, CANARIES)
  const own = await there.people.owner.get(listPath('data-exports', { range: [0, 9] }))
  for (const { id } of JSON.parse(own.text) as readonly { id: string }[]) {
    search(
      'the copy of another account’s data',
      (await there.people.owner.get(`/api/data-exports/${id}/download`)).text,
    )
    read += 1
  }
  // Roles that may not see guests in the history (docs/domain/access.md#roles).
  for (const role of ['finance', 'auditor'] as const) {
    const listed = await staff[role].get(
      listPath('events', { filter: { stream: `booking-${booking}` }, range: [0, 99] }),
    )
    const opened = await Promise.all(
      (JSON.parse(listed.text) as readonly { id: string }[]).map(({ id }) =>
        staff[role].get(`/api/events/${id}`),
      ),
    )
    search(
      `history as ${role}`,
      [await staff[role].get(`/api/bookings/${booking}/history`), ...opened].map(({ text }) => text).join(),
      Object.entries(PERSONAL),
    )
    read += 1 + opened.length
  }
  search(
    'the console of a co-host for the calendar',
    (await cohost.get(listPath('bookings', { range: [0, 99] }))).text,
    Object.entries(PERSONAL),
  )

  for (const hit of found.slice(0, 40)) console.log(`found: ${hit}`)
  console.log(
    `${CANARIES.length} canaries in ${requests} requests to ${allRoutes().length} endpoints: ` +
      `${found.length} hits in ${journey.log().length} characters of logs, ` +
      `${envelopes.length} error reports, ${effects.length} events and jobs (${sealed} fields sealed), ` +
      `12 tables, ${read} answers to others`,
  )
  failed = found.length > 0
} finally {
  await journey.close()
  sentry.close()
}
process.exit(failed ? 1 : 0)
