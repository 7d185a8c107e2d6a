import { z } from 'zod'
import { accountFolder } from '../kernel/accountFolders.ts'
import { zId } from '../kernel/ids.ts'

/** Bytes of an uploaded file at most (docs/domain/file.md#limits). */
export const MAX_FILE_BYTES = 10_000_000

/** Bytes of a video at most: evidence of a claim only. */
export const MAX_VIDEO_BYTES = 50_000_000

/** Widths in which a picture can be had, in pixels; `full` is the whole file. A picture is never enlarged. */
export const FILE_WIDTHS = [320, 640, 1280] as const
export const FILE_SIZES = ['320', '640', '1280', 'full'] as const
export const zFileSize = z.enum(FILE_SIZES)
export type FileSize = z.infer<typeof zFileSize>

export const FILE_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'] as const
export type FileType = (typeof FILE_TYPES)[number]
export const VIDEO_TYPES = ['video/mp4', 'video/quicktime', 'video/webm'] as const
export type VideoType = (typeof VIDEO_TYPES)[number]
export const zStoredType = z.enum([...FILE_TYPES, ...VIDEO_TYPES])
/** Of whatever is kept: a file, or a video. */
export type StoredType = z.infer<typeof zStoredType>
export const isVideo = (type: string): type is VideoType => VIDEO_TYPES.some((video) => video === type)

/** What `POST /api/uploads?listingId=&name=` takes besides the file's own bytes as the body. */
export const zUploadQuery = z.strictObject({
  /** Anyone who may see this listing may see the file. */
  listingId: zId,
  /** What its sender calls it. */
  name: z.string().max(300).default('file'),
})

/**
 * `unscanned`: nothing is known against it, and it was not scanned (PDFs). `quarantined`: it is judged within
 * a minute.
 */
export const zUploaded = z.strictObject({
  id: z.string(),
  listingId: z.string(),
  state: z.enum(['quarantined', 'clean', 'unscanned']),
  type: zStoredType.nullable(),
  name: z.string(),
  /** Bytes of `full`. */
  size: z.int(),
  /** Pixels; null for other files. */
  width: z.int().nullable(),
  height: z.int().nullable(),
})
export type Uploaded = z.infer<typeof zUploaded>

/** Where the storage holds the files of an account. */
export const filesFolder = (tenantId: string) => accountFolder('files', tenantId)

/** Where the storage holds one size of a file. */
export const fileKey = (tenantId: string, id: string, size: FileSize) =>
  `${filesFolder(tenantId)}${id}/${size}` as const

/** Where a file is had: `GET /api/files/{id}/{size}`. */
export const fileUrl = (id: string, size: FileSize): string => `/api/files/${id}/${size}`
