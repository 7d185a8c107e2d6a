import { useState } from 'react'
import { Button, Menu, MenuItem } from '@mui/material'
import { useText } from '../../i18n/text.ts'
import { Icon } from '../display/icons.tsx'

/** The files in which a list can be downloaded, by the ending of their name. */
export const EXPORT_ENDINGS = ['xlsx', 'csv'] as const
export type ExportEnding = (typeof EXPORT_ENDINGS)[number]

type Props = Readonly<{
  label: string
  /** The address of the file with this ending. */
  path: (ending: ExportEnding) => string
  disabled?: boolean
  size?: 'small'
  className?: string | undefined
}>

/** Downloads a whole list, streamed by the server, in the chosen kind of file. */
export const ExportMenu = ({ label, path, disabled = false, size, className }: Props) => {
  const t = useText()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => setAnchor(null)
  return (
    <>
      <Button
        {...(size && { size })}
        {...(className !== undefined && { className })}
        disabled={disabled}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <Icon name="download" size={16} />
        {label}
      </Button>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={close}>
        {EXPORT_ENDINGS.map((ending) => (
          <MenuItem key={ending} component="a" href={path(ending)} download onClick={close}>
            {t(`table.export.${ending}`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
