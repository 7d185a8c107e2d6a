import { useRef } from 'react'
import { Button } from '@mui/material'
import { Icon } from '../display/icons.tsx'

type Props = {
  label: string
  /** Says more than the label where there are many of them. */
  name?: string
  accept: string
  pending?: boolean
  describedBy?: string | undefined
  /** May be the same file again: it may have changed meanwhile. */
  onFile: (file: File) => void
}

/** A button that chooses a file. The field of the browser itself is hidden from sight only. */
export const FileButton = ({ label, name = label, accept, pending = false, describedBy, onFile }: Props) => {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        className="sr"
        tabIndex={-1}
        aria-label={name}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          if (file) onFile(file)
          target.value = ''
        }}
      />
      <Button
        size="small"
        loading={pending}
        aria-label={name}
        aria-describedby={describedBy}
        onClick={() => input.current?.click()}
      >
        <Icon name="plus" size={16} />
        {label}
      </Button>
    </>
  )
}
