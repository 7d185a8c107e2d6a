import { AppProblem } from '@hearth/platform/http/appProblem'
import type { AnswerHeaders } from '@hearth/platform/http/route'
import { chooseCookieName } from '@hearth/platform/session/cookie'
import { rememberBrowser } from '@hearth/platform/session/knownBrowsers'
import { rotateSession } from '@hearth/platform/session/sessions'
import type { ClientRequest, LoginTools } from './tools.ts'

/**
 * Continues a session under a new value, as verified just now, and answers with its cookies. With a second factor
 * the browser becomes known.
 */
export const renewSession = async (
  { pool, principals, publicUrl }: LoginTools,
  { userId, sessionId }: Readonly<{ userId: string; sessionId: string }>,
  secondFactor: boolean,
  { headers }: ClientRequest,
): Promise<Readonly<{ headers: AnswerHeaders; provedAt: string }>> => {
  const known = secondFactor
    ? await rememberBrowser(pool, chooseCookieName(publicUrl, 'known'), headers, userId)
    : undefined
  const rotated = await rotateSession(pool, chooseCookieName(publicUrl), sessionId, {
    proved: true,
    secondFactor,
    knownBrowserId: known?.id,
  })
  if (!rotated) throw new AppProblem('UNAUTHENTICATED')
  principals.forget(sessionId)
  const cookies = [rotated.cookie, ...(known ? [known.cookie] : [])]
  return { headers: { 'set-cookie': cookies }, provedAt: rotated.provedAt }
}
