import { INCIDENT_PAGES, type IncidentPage } from '@hearth/contracts/incident/processes'
import type { MailQueue } from '@hearth/platform/mail/mailQueue'
import { withLock } from '@hearth/platform/postgres/advisoryLock'
import type pg from 'pg'
import { listingFold } from '../listing/listing.state.ts'
import type { CommandHandler } from '../runtime/commandHandler.ts'
import type { Worker } from '../workers/relay.ts'
import { incidentFold, type IncidentState, type KnownIncident } from './incident.state.ts'

const SUBJECTS: Readonly<Record<IncidentPage, string>> = {
  reported: 'was reported',
  raised: 'became more severe',
  reopened: 'was reopened',
  missed: 'has not been acknowledged in time',
}

const isPage = (why: string): why is IncidentPage => (INCIDENT_PAGES as readonly string[]).includes(why)

/** A severity that was raised concerns staff also after they acknowledged the incident. */
const isWaiting = (state: IncidentState, why: IncidentPage): state is KnownIncident =>
  state.status === 'reported' ||
  (why === 'raised' && (state.status === 'acknowledged' || state.status === 'in_progress'))

/** Staff who can acknowledge an incident; those on duty read it. */
const findOnCall = async (client: Pick<pg.Pool, 'query'>): Promise<readonly string[]> => {
  const { rows } = await client.query<{ email: string }>(
    `select email from app.app_user where staff_role in ('support', 'admin') order by email`,
  )
  return rows.map(({ email }) => email)
}

/**
 * Emails staff about an incident that waits for them, unless it was acknowledged in the meantime. The email
 * says where and how severe; what happened is only in the console.
 */
export const createOnCallPager =
  ({
    pool,
    handler,
    mail,
    publicUrl,
  }: Readonly<{
    pool: pg.Pool
    handler: Pick<CommandHandler, 'view'>
    mail: MailQueue
    publicUrl: URL
  }>): Worker =>
  ({ incidentId = '', why = '' }) =>
    withLock(pool, `page-on-call/${incidentId}`, async (transaction) => {
      const { state } = await handler.view(incidentFold, incidentId, 0)
      if (!isPage(why) || !isWaiting(state, why)) return
      const { state: home } = await handler.view(listingFold, state.listingId, 0)
      const place = home.status === 'none' ? '' : ` in ${home.place}`
      const message = {
        subject: `Incident ${state.code} ${SUBJECTS[why]}`,
        lines: [
          `Severity ${state.severity}${place}.`,
          ...(state.acknowledgeBy === null
            ? []
            : [`Acknowledge it by ${state.acknowledgeBy.slice(0, 16).replace('T', ' ')} UTC.`]),
        ],
        link: { label: 'View incident', url: new URL(`/incidents/${incidentId}`, publicUrl).href },
      }
      for (const to of await findOnCall(transaction))
        await mail.add('message', { to, ...message }, transaction)
    })
