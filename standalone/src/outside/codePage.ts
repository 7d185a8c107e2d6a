import express, { type Router } from 'express'
import { generateSync } from 'otplib'
import { DEMO_LOGINS } from '../demo/logins.ts'
import { escapeHtml, page } from './page.ts'

const PERIOD_S = 30

/**
 * The authenticators of the demonstration's staff: the person, the present code, and the seconds until it
 * expires.
 */
const presentCodes = (now: number) =>
  DEMO_LOGINS.flatMap((login) =>
    login.account === undefined
      ? [
          {
            email: login.email,
            name: login.name,
            code: generateSync({ secret: login.totpSecret }),
            secondsLeft: PERIOD_S - (Math.floor(now / 1_000) % PERIOD_S),
          },
        ]
      : [],
  )

/** `/dev/code` shows the present codes, `/dev/code.json` serves them to programs. */
export const codePage = (): Router => {
  const router = express.Router()
  router.get('/code.json', (_request, response) => void response.json(presentCodes(Date.now())))
  router.get('/code', (_request, response) => {
    const rows = presentCodes(Date.now()).map(
      ({ email, name, code, secondsLeft }) =>
        `<tr><td>${escapeHtml(name)}<br>${escapeHtml(email)}</td>` +
        `<td class="code">${code}</td><td>${secondsLeft} s</td></tr>`,
    )
    response.set('refresh', String(PERIOD_S))
    response.send(
      page(
        'Codes',
        '<table><thead><tr><th scope="col">Who</th><th scope="col">Code</th>' +
          '<th scope="col">Expires in</th></tr>' +
          `</thead><tbody>${rows.join('')}</tbody></table>`,
      ),
    )
  })
  return router
}
