import type { KeyboardEvent } from 'react'
import { Icon, type IconName } from '../../components/display/icons.tsx'
import { splitTyped } from './matchText.ts'
import styles from './CommandPalette.module.css'

export type PaletteEntry = Readonly<{
  id: string
  icon: IconName
  title: string
  /** Where it is, or what it belongs to. */ detail: string
  /** Dates of a stay, or the key for an action. */ aside?: string
  /** An address, or what to do. */ open: string | (() => void)
  /** What choosing it writes into the field first, to ask which record is meant. */ asks?: string
}>
export type PaletteGroup = Readonly<{ name: string; entries: readonly PaletteEntry[] }>

const Marked = ({ text, typed }: { text: string; typed: string }) =>
  splitTyped(text, typed).map((part, index) =>
    part.typed ? <mark key={index}>{part.text}</mark> : <span key={index}>{part.text}</span>,
  )

type Props = {
  id: string
  entry: PaletteEntry
  typed: string
  chosen: boolean
  onPoint: () => void
  onOpen: () => void
  onKeyDown: (event: KeyboardEvent) => void
}

export const EntryRow = ({ id, entry, typed, chosen, onPoint, onOpen, onKeyDown }: Props) => (
  <div
    id={id}
    role="option"
    tabIndex={-1}
    aria-selected={chosen}
    aria-label={[entry.title, entry.detail, entry.aside].filter(Boolean).join(', ')}
    className={styles['entry']}
    onMouseMove={onPoint}
    onClick={onOpen}
    onKeyDown={onKeyDown}
  >
    <Icon name={entry.icon} />
    <span className={styles['text']}>
      <span className="strong">
        <Marked text={entry.title} typed={typed} />
      </span>{' '}
      <span className="small c">
        <Marked text={entry.detail} typed={typed} />
      </span>
    </span>{' '}
    {entry.aside !== undefined && <span className={`${styles['aside']} small c num`}>{entry.aside}</span>}
  </div>
)
