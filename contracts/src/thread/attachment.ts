import { z } from 'zod'
import { FILE_TYPES } from '../file/file.ts'
import { zId } from '../kernel/ids.ts'
import { zCode } from '../kernel/text.ts'

/** Files of one message (docs/domain/thread.md#attachments). */
export const MAX_ATTACHMENTS = 5

/** A file that was sent with a message. `size` in bytes; pixels of pictures, null for others. */
export const zAttachment = z.strictObject({
  fileId: z.string(),
  /** As the other side sees it. */
  name: z.string(),
  type: z.enum(FILE_TYPES),
  size: z.int(),
  width: z.int().nullable(),
  height: z.int().nullable(),
})
export type Attachment = z.infer<typeof zAttachment>

/** The ids of uploaded files, in the order of the message. */
export const zAttachmentIds = z
  .array(zId)
  .max(MAX_ATTACHMENTS)
  .refine((ids) => new Set(ids).size === ids.length, 'names a file twice')

const named = { name: z.string().max(300).default('file') }

/** What `POST /api/threads/{id}/attachments?name=` takes besides the file's own bytes as the body. */
export const zAttachmentQuery = z.strictObject(named)

/** The same for `POST /api/first-attachments` and `POST /api/guest-attachments`: there may be no conversation yet. */
export const zFirstAttachmentQuery = z.strictObject({ listingId: zId, guestRef: zCode(100), ...named })
