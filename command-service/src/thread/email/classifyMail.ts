import type { Id } from '@hearth/contracts/kernel/ids'
import type { DeliveryFailure } from '@hearth/contracts/thread'
import type { MailAddresses } from './mailAddresses.ts'
import { readMailFailure } from './mailFailure.ts'
import type { InboundMail } from './parseMail.ts'

/** Why an email isn’t a message of the guest. */
export type Ignored = 'own' | 'loop' | 'automatic' | 'list' | 'report'

export type MailKind =
  | Readonly<{ kind: 'answer' }>
  | Readonly<{ kind: 'ignored'; why: Ignored }>
  /** The mail servers say that this message did not reach the guest. */
  | Readonly<{ kind: 'bounce'; messageId: Id; reason: DeliveryFailure }>

/** Mail servers that it passed: more than this is a loop (RFC 5321, section 6.3). */
const MAX_HOPS = 50
const BULK = /^(?:bulk|junk|list|auto[_-]reply)$/i
const ROBOTS = /^(?:.*<)?(?:mailer-daemon|postmaster)@/i
const ANSWERED_BY_ROBOTS = [
  'x-auto-response-suppress',
  'x-autoreply',
  'x-autorespond',
  'x-auto-reply',
] as const

type Headers = Pick<InboundMail, 'header'>

const isReport = ({ header }: Headers): boolean =>
  header('content-type').some((value) => /^multipart\/report\b/i.test(value))

/** A mail server wrote it: it has no one to answer to. */
const isFromServer = ({ header }: Headers): boolean =>
  header('return-path').includes('<>') || header('from').some((value) => ROBOTS.test(value))

/** RFC 3834, and what programs wrote before it. */
const isAutomatic = ({ header }: Headers): boolean =>
  header('auto-submitted').some((value) => !/^no\b/i.test(value)) ||
  header('precedence').some((value) => BULK.test(value)) ||
  ANSWERED_BY_ROBOTS.some((name) => header(name).length > 0)

const isOwn = ({ header }: Headers, domain: string): boolean =>
  [...header('message-id'), ...header('from')].some((value) => value.toLowerCase().includes(`@${domain}`))

/** The message that a report is about; undefined for one that is delayed or was delivered (RFC 3464). */
const readBounce = (
  { raw }: Pick<InboundMail, 'raw'>,
  addresses: MailAddresses,
): Extract<MailKind, { kind: 'bounce' }> | undefined => {
  const source = raw.toString('latin1')
  const messageId = addresses.findMessage(source)
  const action = /^action:\s*([a-z]+)/im.exec(source)?.[1]?.toLowerCase() ?? 'failed'
  if (messageId === undefined || action !== 'failed') return undefined
  const status = /^status:\s*(\d\.\d{1,3}\.\d{1,3})/im.exec(source)?.[1]
  return { kind: 'bounce', messageId, reason: readMailFailure(status) }
}

/** Whether a person wrote it. Programs never start a conversation with programs (docs/domain/thread.md#email). */
export const classifyMail = (mail: InboundMail, addresses: MailAddresses): MailKind => {
  const { header } = mail
  const ignore = (why: Ignored): MailKind => ({ kind: 'ignored', why })
  if (isOwn(mail, addresses.domain)) return ignore('own')
  if (header('received').length > MAX_HOPS) return ignore('loop')
  if (isReport(mail) || isFromServer(mail)) return readBounce(mail, addresses) ?? ignore('report')
  if (isAutomatic(mail)) return ignore('automatic')
  return header('list-id').length > 0 ? ignore('list') : { kind: 'answer' }
}
