import { useEffect, useState } from 'react'
import { Button } from '@mui/material'
import { useText } from '../i18n/text.ts'
import { Icon } from './icons.tsx'

/** Puts a text on the clipboard and says so. */
export const CopyButton = ({ text, label, describedBy }: { text: string; label: string; describedBy?: string }) => {
  const t = useText()
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = () => void navigator.clipboard.writeText(text).then(() => setCopied(true))
  return (
    <Button variant="text" onClick={copy} aria-label={describedBy} sx={{ fontVariantNumeric: 'normal' }}>
      {label}
      <Icon name={copied ? 'check' : 'copy'} size={16} />
      <span className="sr" role="status">{copied ? t('app.copied') : ''}</span>
    </Button>
  )
}
