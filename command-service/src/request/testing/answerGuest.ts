import type { Secret } from '@hearth/platform/config/secret'
import type { Envelope } from '../../runtime/outcome.ts'
import { command, PEOPLE, QUOTE_SECRET, type TestService } from '../../testing/fixture.ts'
import { createPreview } from '../preview.ts'

const quoteSecret: Secret = { reveal: () => QUOTE_SECRET, toString: () => '', toJSON: () => '' }
const ANSWERS = {
  accept: ['AcceptRequest', { note: null }],
  decline: ['DeclineRequest', { reason: 'pets', text: null }],
} as const

/** The owner's answer to a guest's request, with the token of its preview. */
export const answerGuest = async (
  service: Pick<TestService, 'handler' | 'ports'>,
  accountId: string,
  id: string,
  decision: keyof typeof ANSWERS,
): Promise<Envelope> => {
  const owner = PEOPLE.owner(accountId)
  const seen = await createPreview({ ...service, quoteSecret })(owner, id, { decision })
  if (seen.kind === 'rejected') throw new Error(seen.detail)
  const [type, body] = ANSWERS[decision]
  return command(type, owner, { ...body, previewToken: seen.preview.token }, { id })
}
