import { MAX_FILE_BYTES, type Uploaded } from '@hearth/contracts/file'
import { MAX_ATTACHMENTS } from '@hearth/contracts/thread'
import { useDraftFiles } from '../data/useDraftFiles.ts'

const check = ({ size }: File) => (size === 0 ? 'empty' : size > MAX_FILE_BYTES ? 'too-large' : undefined)

/** The files of the next message. `draft` names its draft. */
export const useMessageFiles = (
  draft: string,
  upload: (draft: string, file: File, key: string) => Promise<Uploaded>,
) =>
  useDraftFiles(draft, {
    max: MAX_ATTACHMENTS,
    check,
    upload: async ({ file, key }) => {
      const { id, state } = await upload(draft, file, key)
      return { fileId: id, unscanned: state === 'unscanned' }
    },
  })
