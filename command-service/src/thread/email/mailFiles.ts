import { deriveId, type Id } from '@hearth/contracts/kernel/ids'
import { AppProblem } from '@hearth/platform/http/appProblem'
import type { Uploads } from '../../file/uploads.ts'
import { isUsable } from '../../file/usableFile.ts'
import { cleanText } from './messageTexts.ts'
import type { InboundMail } from './parseMail.ts'

/** Pictures within the text that are smaller are part of a signature. Bytes. */
const MIN_PICTURE_BYTES = 10_000
const SIGNATURES = /^application\/(?:pgp-signature|pkcs7-signature|x-pkcs7-signature)$/
const MAX_NAME_LENGTH = 80

export type TakenFiles = Readonly<{
  fileIds: readonly Id[]
  /** What can't be a file of a message, and why. */
  refused: readonly Readonly<{ name: string; reason: string }>[]
}>

type MailFile = InboundMail['attachments'][number]

const isOfGuest = ({ contentType, related, size }: MailFile): boolean =>
  !SIGNATURES.test(contentType) && !(related === true && size < MIN_PICTURE_BYTES)

const nameOf = ({ filename }: MailFile): string =>
  cleanText(filename ?? '')
    .replaceAll(/[\n\t[\]]/g, ' ')
    .slice(0, MAX_NAME_LENGTH) || 'File'

/** Of the files of one email, those that break a rule: the others are taken. */
const REFUSALS: readonly string[] = ['TOO_LARGE', 'LIMIT_EXCEEDED']

/** Passes the files of an email through the checks of every upload (docs/domain/file.md#judging). */
export const takeFiles = async (
  { attachments }: Pick<InboundMail, 'attachments'>,
  { key, ...place }: Readonly<{ tenantId: string; listingId: Id; threadId: Id; key: string }>,
  uploads: Pick<Uploads, 'receive' | 'inspect'>,
): Promise<TakenFiles> => {
  const fileIds: Id[] = []
  const refused: { name: string; reason: string }[] = []
  for (const [index, file] of attachments.filter(isOfGuest).entries()) {
    const name = nameOf(file)
    const id = deriveId('file', place.tenantId, place.threadId, key, String(index))
    try {
      const received = await uploads.receive({ ...place, id, name, bytes: file.content })
      const upload = received.state === 'quarantined' ? ((await uploads.inspect(id)) ?? received) : received
      if (isUsable(upload)) fileIds.push(id)
      else if (upload.state === 'refused')
        refused.push({ name, reason: upload.reason ?? 'this file can’t be accepted' })
      // Another process inspects it: the email is delivered again.
      else throw new AppProblem('OVERLOADED')
    } catch (error) {
      if (!(error instanceof AppProblem) || !REFUSALS.includes(error.code)) throw error
      refused.push({ name, reason: error.detail ?? 'this file can’t be accepted' })
    }
  }
  return { fileIds, refused }
}
