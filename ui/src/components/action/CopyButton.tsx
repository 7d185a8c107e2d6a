import { useEffect, useState } from 'react'
import { Button } from '@mui/material'
import { useText } from '../../i18n/text.ts'
import { Icon } from '../display/icons.tsx'

/** Copies a text to the clipboard and confirms it. */
export const CopyButton = ({
  text,
  label,
  describedBy,
  quiet = false,
}: {
  text: string
  label: string
  describedBy?: string
  quiet?: boolean
}) => {
  const t = useText()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = () => void navigator.clipboard.writeText(text).then(() => setCopied(true))
  return (
    <Button
      variant="text"
      onClick={copy}
      aria-label={describedBy}
      sx={
        quiet
          ? {
              color: 'text.secondary',
              fontWeight: 400,
              minWidth: 0,
              px: 0.75,
              ml: -0.75,
              height: 32,
              flex: 'none',
            }
          : {}
      }
    >
      {label}
      <Icon name={copied ? 'check' : 'copy'} size={16} />
      <span className="sr" role="status">
        {copied ? t('app.copied') : ''}
      </span>
    </Button>
  )
}
