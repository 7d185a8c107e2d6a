import { useState } from 'react'
import { Button, Popover } from '@mui/material'
import { useStore } from 'react-admin'
import { allows, useSession } from '../../session/session.ts'
import { useText } from '../../i18n/text.ts'
import { Checkbox } from '../form/Checkbox.tsx'
import styles from './ColumnsButton.module.css'
import type { Column } from './ListTable.tsx'
import { useCards } from './useCards.ts'
import { Icon } from '../display/icons.tsx'

/** The columns that the session sees: one that a capability opens does not exist for others. */
export const useSeenColumns = <R,>(columns: readonly Column<R>[]): readonly Column<R>[] => {
  const session = useSession()
  return columns.filter(({ opens }) => opens === undefined || allows(session, opens))
}

/** The columns that are not hidden. The one with the row’s link always shows. */
export const showColumns = <R,>(columns: readonly Column<R>[], hidden: readonly string[]) =>
  columns.filter(({ key, link }) => link || !hidden.includes(key))

/** The columns that this browser hides. Increase `version` when the meaning of a key changes. */
export const useColumns = (name: string, version: number, hiddenAtFirst: readonly string[] = []) => {
  const [hidden, setHidden] = useStore<readonly string[]>(`${name}.hidden.${version}`, hiddenAtFirst)
  const toggle = (key: string) =>
    setHidden(hidden.includes(key) ? hidden.filter((one) => one !== key) : [...hidden, key])
  return { hidden, toggle }
}

type Props = {
  columns: readonly Readonly<{ key: string; label: string; link?: boolean }>[]
  hidden: readonly string[]
  toggle: (key: string) => void
}

export const ColumnsButton = ({ columns, hidden, toggle }: Props) => {
  const t = useText()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  if (useCards()) return null
  return (
    <>
      <Button
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <Icon name="columns" size={16} />
        {t('table.columns')}
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': t('table.columns'), sx: { mt: 0.5 } } }}
      >
        <ul className={styles['list']}>
          {columns
            .filter(({ link }) => !link)
            .map(({ key, label }) => (
              <li key={key}>
                <label className={styles['row']}>
                  <Checkbox label={label} checked={!hidden.includes(key)} onChange={() => toggle(key)} />
                  <span aria-hidden>{label}</span>
                </label>
              </li>
            ))}
        </ul>
      </Popover>
    </>
  )
}
