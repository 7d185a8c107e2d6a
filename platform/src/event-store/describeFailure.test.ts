import { AccessDeniedError, UnavailableError } from '@eventstore/db-client'
import { expect, test } from 'vitest'
import { parseEventStoreAddress } from '../config/eventStoreAddress.ts'
import { describeFailure } from './describeFailure.ts'

const describeAt = (url: string, error: unknown): string => {
  const address = parseEventStoreAddress(url)
  return 'problem' in address ? expect.unreachable(address.problem) : describeFailure(error, address).sentence
}
const lastError = (text: string) =>
  new UnavailableError(
    undefined,
    `14 UNAVAILABLE: No connection established. Last error: ${text}. Resolution note: `,
  )

test.each([
  ['a wrong password', new AccessDeniedError(), /does not accept user ops of EVENTSTORE_URL/],
  ['a user without rights', Object.assign(new Error('7'), { code: 7 }), /the user’s rights/],
  [
    'a certificate of another name',
    lastError("Error: Hostname/IP does not match certificate's altnames"),
    /not for one:2113, two:2114/,
  ],
  ['a certificate of an unknown CA', lastError('Error: unable to verify the first certificate'), /tlsCAFile/],
  ['a web server', lastError('Protocol error'), /not an event store/],
  [
    'plain text where TLS is expected',
    lastError('SSL routines:ssl3_get_record:wrong version number'),
    /tls=/,
  ],
  ['a closed port', lastError('Error: connect ECONNREFUSED'), /one:2113, two:2114 does not answer/],
  ['a cluster without a leader', new Error('Failed to discover after 10 attempts.'), /does not answer/],
])('names what is wrong: %s', (_, error, sentence) => {
  const text = describeAt('esdb://ops:a-long-password@one,two:2114', error)
  expect(text).toMatch(sentence)
  expect(text).toContain('EVENTSTORE_URL')
  expect(text).not.toContain('a-long-password')
})

test('asks for a user where the address has none', () => {
  expect(describeAt('esdb://one', new AccessDeniedError())).toMatch(/asks for a user/)
})
