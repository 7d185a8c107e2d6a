import { parseArgs } from 'node:util'
import { noisePicture } from '@hearth/platform/testing/pictures'
import { accepted, openJourney, PASSWORD, type Journey } from '../journeys/journey.ts'
import { inDays, openAccount, openListing, stay } from '../journeys/fixtures.ts'
import { listHalfSent, startAttack, type AttackOptions } from './attack.ts'
import { judgePhase } from './figures.ts'
import { work, type Person, type Sample } from './people.ts'

/**
 * `npm run test:starve [-- --seconds N]`: half-sent requests to every rate class, from one address and from
 * fifty, while other people sign in, prove who they are, send commands, read and upload photos, with the
 * limits of production. None of those may fail, and the 95th percentile of each stays within three times that
 * of quiet. Needs the addresses 127.0.0.0/8, which Linux has.
 */
const { values } = parseArgs({ options: { seconds: { type: 'string', default: '20' } } })
const forMs = Number(values.seconds) * 1_000
const PEOPLE = 6

const createPerson = async (journey: Journey, index: number): Promise<Person> => {
  const hostAccountId = await openAccount(journey)
  const listingId = await openListing(journey, hostAccountId)
  const { email } = await journey.signIn({ role: 'owner', hostAccountId })
  const booked = await journey
    .as('gateway')
    .post('/api/bookings', stay(listingId, inDays(30), [20_000]), { 'x-host-account': hostAccountId })
  return {
    email,
    password: PASSWORD,
    listingId,
    bookingId: accepted(booked).id,
    address: `127.0.0.${10 + index}`,
  }
}

const createAttacks = async (journey: Journey): Promise<readonly (readonly [string, AttackOptions])[]> => {
  const hostAccountId = await openAccount(journey)
  const listingId = await openListing(journey, hostAccountId)
  const attacker = await journey.signIn({ role: 'owner', hostAccountId })
  const port = Number(new URL(journey.baseUrl).port)
  const requests = listHalfSent(journey.baseUrl, String(attacker.headers['cookie']), listingId)
  const fifty = Array.from({ length: 50 }, (_, index) => `127.0.${index + 1}.1`)
  return [
    ['from one address', { port, requests, addresses: ['127.0.1.1'], connectionsPerAddress: 300 }],
    ['from fifty addresses', { port, requests, addresses: fifty, connectionsPerAddress: 30 }],
  ]
}

const journey = await openJourney({ env: { RATE_LIMIT_FACTOR: '1', PROXY_HOPS: '0' } })
const problems: string[] = []
try {
  const people = await Promise.all(Array.from({ length: PEOPLE }, (_, index) => createPerson(journey, index)))
  const attacks = await createAttacks(journey)
  // Larger than what the front door holds.
  const photo = await noisePicture(1_600, 1_200)
  const measure = async (ms: number): Promise<readonly Sample[]> =>
    (await Promise.all(people.map((person) => work(journey.baseUrl, person, photo, ms)))).flat()
  // The first round fills caches.
  await measure(forMs / 4)
  const quiet = await measure(forMs)
  problems.push(...judgePhase('quiet', quiet, quiet))
  for (const [name, options] of attacks) {
    const attack = startAttack(options)
    const samples = await measure(forMs)
    const open = attack.open()
    attack.stop()
    problems.push(...judgePhase(name, samples, quiet))
    const answers = [...attack.answers()].map(([status, count]) => `${count} × ${status}`).join(', ')
    console.log(`${name}: ${open} half-sent requests were open at the end; answers: ${answers}`)
  }
} finally {
  await journey.close()
}
for (const problem of new Set(problems)) console.error(problem)
process.exit(problems.length === 0 ? 0 : 1)
