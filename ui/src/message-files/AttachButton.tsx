import { useRef } from 'react'
import { IconButton } from '@mui/material'
import { MAX_FILE_BYTES } from '@hearth/contracts/file'
import { MAX_ATTACHMENTS } from '@hearth/contracts/thread'
import { Icon } from '../components/display/icons.tsx'
import { useText } from '../i18n/text.ts'

/** Types that the server accepts; it inspects the bytes itself. */
const ACCEPTED = 'image/jpeg,image/png,image/webp,image/heic,image/heif,application/pdf'

/** Chooses files for the next message. */
export const AttachButton = ({ onFiles }: { onFiles: (files: readonly File[]) => void }) => {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  const label = t('messageFiles.attach')
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        accept={ACCEPTED}
        className="sr"
        tabIndex={-1}
        aria-label={label}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          target.value = ''
        }}
      />
      <IconButton
        aria-label={label}
        title={t('messageFiles.limits', { max: MAX_ATTACHMENTS, megabytes: MAX_FILE_BYTES / 1e6 })}
        onClick={() => input.current?.click()}
      >
        <Icon name="paperclip" />
      </IconButton>
    </>
  )
}
