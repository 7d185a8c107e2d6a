import { createHash } from 'node:crypto'
import { addHours, type Instant } from '@hearth/contracts/kernel/dates'
import { deriveId, newId, type Id } from '@hearth/contracts/kernel/ids'
import { MAX_ATTACHMENTS, type ThreadCommand } from '@hearth/contracts/thread'
import { AppProblem } from '@hearth/platform/http/appProblem'
import type { Principal } from '@hearth/platform/session/principal'
import type { Log } from '@hearth/platform/telemetry/log'
import type { Uploads } from '../../file/uploads.ts'
import type { CommandHandler } from '../../runtime/commandHandler.ts'
import { createInternal } from '../../runtime/internal.ts'
import { threadFold, type KnownThread } from '../thread.state.ts'
import { classifyMail, type Ignored } from './classifyMail.ts'
import type { MailAddresses } from './mailAddresses.ts'
import { takeFiles, type TakenFiles } from './mailFiles.ts'
import { cleanText, splitText } from './messageTexts.ts'
import { parseMail, type InboundMail } from './parseMail.ts'
import { readReply } from './readReply.ts'

export type ReceiveMailOptions = Readonly<{
  handler: Pick<CommandHandler, 'handle' | 'view'>
  uploads: Pick<Uploads, 'receive' | 'inspect'>
  addresses: MailAddresses
  now: () => Instant
  log: Log
}>

/** How an email was handled. */
export type Received =
  | Readonly<{ taken: 'message' }>
  | Readonly<{ taken: 'bounce' }>
  | Readonly<{ taken: 'nothing'; why: Ignored }>

export type ReceiveMail = (raw: Buffer) => Promise<Received | AppProblem>

/** Emails bring what guests write, as the gateway does. */
const MAIL: Principal = {
  actor: { id: 'guest-mail', kind: 'service', role: 'gateway', name: 'guest-mail' },
  listingIds: 'all',
}
/** Where mail servers name the address that an email was sent to. */
const RECIPIENTS = ['to', 'cc', 'delivered-to', 'x-original-to', 'envelope-to', 'x-forwarded-to'] as const
/** Messages that one email becomes, at most. */
const MAX_MESSAGES = 5
/** More within so many minutes is a loop that nothing else recognized: it waits. */
const MAX_LATELY = 30
const LATELY_MINUTES = 10
/** An email that says that it was sent earlier was sent when it arrived. */
const MAX_AGE_HOURS = 7 * 24

const tooMuch = new AppProblem('LIMIT_EXCEEDED', 'This email has too much text or too many files.')

type OfThread = Readonly<{ threadId: Id; thread: KnownThread }>

/** The same for every repetition of an email. */
const readKey = ({ header, raw }: Pick<InboundMail, 'header' | 'raw'>): string => {
  const [messageId] = header('message-id')
  const hash = createHash('sha256').update(messageId ?? raw)
  return `mail-${hash.digest('hex').slice(0, 40)}`
}

const readSentAt = ({ sentAt }: Pick<InboundMail, 'sentAt'>, now: Instant): Instant => {
  if (sentAt === undefined || Number.isNaN(sentAt.getTime())) return now
  const said = sentAt.toISOString()
  return said > addHours(now, -MAX_AGE_HOURS) && said < now ? said : now
}

const isFlooded = ({ messages }: KnownThread, now: Instant): boolean => {
  const since = addHours(now, -LATELY_MINUTES / 60)
  return (
    messages.filter(({ from, isRequest, at }) => from === 'guest' && !isRequest && at > since).length >=
    MAX_LATELY
  )
}

/** The texts and files of an email, for one message after the other. */
const splitParts = (text: string, { fileIds, refused }: TakenFiles) => {
  const notes = refused.map(({ name, reason }) => `[${name}: ${reason}]`).join('\n')
  const texts = splitText([text, notes].filter((part) => part !== '').join('\n\n'))
  const count = Math.max(texts.length, Math.ceil(fileIds.length / MAX_ATTACHMENTS))
  return Array.from({ length: count }, (_, index) => ({
    body: texts[index] ?? '',
    attachments: fileIds.slice(index * MAX_ATTACHMENTS, (index + 1) * MAX_ATTACHMENTS),
  }))
}

/**
 * Takes an email of a guest as messages of their thread. Safe to repeat and to be killed at any point: its
 * Message-ID is the key of its messages and files (docs/domain/thread.md#email).
 */
export const createMailReceiver = ({
  handler,
  uploads,
  addresses,
  now,
  log,
}: ReceiveMailOptions): ReceiveMail => {
  const findThread = async ({ header }: InboundMail): Promise<OfThread | undefined> => {
    const threadId = addresses.findThread(RECIPIENTS.flatMap(header).join('\n'))
    if (threadId === undefined) return undefined
    const { state } = await handler.view(threadFold, threadId, 0)
    return state.status === 'none' || state.lastErasureId !== null ? undefined : { threadId, thread: state }
  }

  const issue = async (
    { threadId, thread }: OfThread,
    command: ThreadCommand,
    target: Readonly<{ id?: Id }> = {},
  ): Promise<AppProblem | undefined> => {
    const outcome = await handler.handle({
      ...createInternal(
        { kind: 'command', commandId: newId(), ...target, ...command },
        { correlationId: deriveId('guest-mail', threadId) },
      ),
      principal: MAIL,
      hostAccountId: thread.hostAccountId,
    })
    return outcome.kind === 'rejected'
      ? new AppProblem(outcome.code, outcome.detail, outcome.facts)
      : undefined
  }

  const receiveAnswer = async (of: OfThread, mail: InboundMail): Promise<Received | AppProblem> => {
    const { listingId, guestRef, hostAccountId: tenantId } = of.thread
    const key = readKey(mail)
    if (isFlooded(of.thread, now()))
      return new AppProblem('RATE_LIMITED', 'This guest writes too many emails. Deliver it again later.')
    if (mail.attachments.length > MAX_MESSAGES * MAX_ATTACHMENTS) return tooMuch
    const files = await takeFiles(mail, { tenantId, listingId, threadId: of.threadId, key }, uploads)
    const whole = cleanText(mail.text)
    const parts = splitParts(cleanText(readReply(mail.text)) || whole, files)
    if (parts.length === 0) return new AppProblem('VALIDATION_FAILED', 'This email has nothing to read.')
    if (parts.length > MAX_MESSAGES) return tooMuch
    const sentAt = readSentAt(mail, now())
    for (const [index, part] of parts.entries()) {
      const guest = { guestRef, displayName: 'Guest' }
      const messageId = index === 0 ? key : `${key}-${index + 1}`
      const data = { listingId, guest, bookingId: null, messageId, sentAt, ...part }
      const refused = await issue(of, { type: 'ReceiveGuestMessage', data })
      if (refused !== undefined) return refused
    }
    return { taken: 'message' }
  }

  return async (raw) => {
    const mail = await parseMail(raw)
    const of = await findThread(mail)
    // A wrong token answers like a thread that doesn't exist.
    if (of === undefined) return new AppProblem('NOT_FOUND', 'No one has this address.')
    const { threadId } = of
    const kind = classifyMail(mail, addresses)
    if (kind.kind === 'answer') {
      const received = await receiveAnswer(of, mail)
      if (received instanceof AppProblem) log.warn({ threadId, code: received.code }, 'guest mail: refused')
      return received
    }
    if (kind.kind === 'ignored') {
      log.info({ threadId, why: kind.why }, 'guest mail: not a message')
      return { taken: 'nothing', why: kind.why }
    }
    const { messageId, reason } = kind
    const receipt = { messageId, status: 'failed', at: now(), reason } as const
    const refused = await issue(of, { type: 'RecordReceipt', data: receipt }, { id: threadId })
    log.info({ threadId, messageId, reason }, 'guest mail: not delivered')
    return refused === undefined ? { taken: 'bounce' } : { taken: 'nothing', why: 'report' }
  }
}
