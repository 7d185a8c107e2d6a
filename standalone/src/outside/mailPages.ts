import type { Router } from 'express'
import express from 'express'
import { z } from 'zod'
import { composeAnswer } from './composeAnswer.ts'
import type { GuestMail } from './guestMail.ts'
import type { MailCatcher } from './mailCatcher.ts'
import { escapeHtml, page } from './page.ts'

const zAnswer = z.object({ text: z.string().min(1) })

const link = (url: string) => `<li><a href="${escapeHtml(url)}" rel="noreferrer">${escapeHtml(url)}</a></li>`

const answerForm = (id: string) =>
  `<form method="post" action="/dev/mail/${id}/answer"><label>Answer as the guest` +
  '<textarea name="text" rows="4" required></textarea></label><button>Send</button></form>'

/** `/dev/mail` lists the emails, `/dev/mail/{id}` shows one, `/dev/mail.json?to=` serves them to programs. */
export const mailPages = ({ mails }: MailCatcher, guestMail?: GuestMail): Router => {
  const router = express.Router()
  const wanted = (to: unknown) => mails(typeof to === 'string' ? to : undefined)

  router.get('/mail.json', (request, response) => void response.json(wanted(request.query['to'])))
  router.get('/mail', (request, response) => {
    const rows = wanted(request.query['to']).map(
      ({ id, to, subject, receivedAt }) =>
        `<tr><td><a href="/dev/mail/${id}">${escapeHtml(subject || '(no subject)')}</a></td>` +
        `<td>${escapeHtml(to.join(', '))}</td><td><time>${receivedAt}</time></td></tr>`,
    )
    response.send(
      page(
        'Mail',
        rows.length === 0
          ? '<p>No emails yet.</p>'
          : '<table><thead><tr><th scope="col">Subject</th><th scope="col">To</th>' +
              '<th scope="col">When</th></tr>' +
              `</thead><tbody>${rows.join('')}</tbody></table>`,
      ),
    )
  })
  router.get('/mail/:id', (request, response) => {
    const mail = mails().find(({ id }) => id === request.params.id)
    if (!mail) {
      response.status(404).send(page('Email not found', '<p><a href="/dev/mail">All emails</a></p>'))
      return
    }
    const { id, subject, from, to, receivedAt, text, links, replyTo } = mail
    const form = guestMail?.isRecipient(replyTo) === true ? answerForm(id) : ''
    const nav =
      links.length === 0
        ? ''
        : `<nav aria-label="Links in this email"><ul>${links.map(link).join('')}</ul></nav>`
    response.send(
      page(
        subject || '(no subject)',
        `<p>From ${escapeHtml(from)}<br>To ${escapeHtml(to.join(', '))}<br><time>${receivedAt}</time></p>
${nav}
<pre>${escapeHtml(text)}</pre>${form}<p><a href="/dev/mail">All emails</a></p>`,
      ),
    )
  })
  router.post(
    '/mail/:id/answer',
    express.urlencoded({ extended: false, limit: '100kb' }),
    (request, response) => {
      const mail = mails().find(({ id }) => id === request.params.id)
      const { text } = zAnswer.parse(request.body)
      if (mail !== undefined && guestMail?.isRecipient(mail.replyTo) === true)
        guestMail.deliver(composeAnswer(mail, text), { from: mail.to[0] ?? '', to: mail.replyTo })
      response.redirect(303, '/dev/mail')
    },
  )
  return router
}
