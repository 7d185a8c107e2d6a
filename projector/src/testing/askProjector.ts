import { waitUntil } from '@hearth/platform/testing/waitUntil'
import type { Pool } from 'pg'
import { insertRequest, readAnswer, type Answer, type Verb } from '../runtime/operations/requests.ts'

/** Asks as an operator does and waits so many milliseconds at most until it is done or refused. */
export const askProjector = async (
  pool: Pool,
  request: Readonly<{ verb: Verb; projection: string; stream?: string }>,
  within: number,
): Promise<Answer> => {
  const id = await insertRequest(pool, { ...request, requestedBy: 'a test' })
  let answer: Answer | undefined
  await waitUntil(
    async () => ['done', 'failed'].includes((answer = await readAnswer(pool, id)).status),
    within,
    `an answer to ${request.verb}`,
  )
  return answer ?? readAnswer(pool, id)
}
