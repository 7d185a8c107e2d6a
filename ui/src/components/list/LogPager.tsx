import { IconButton } from '@mui/material'
import { Icon } from '../display/icons.tsx'
import styles from './LogTable.module.css'

type Props = {
  page: number
  isLast: boolean
  /** The range of the shown rows and their total. */ shown: string
  newer: string
  older: string
  onPage: (page: number) => void
}

/** The footer of a log whose page is in the address. */
export const LogPager = ({ page, isLast, shown, newer, older, onPage }: Props) => (
  <div className={styles['footer']}>
    <span className="grow" />
    <span className="num">{shown}</span>
    <IconButton size="small" aria-label={newer} disabled={page === 1} onClick={() => onPage(page - 1)}>
      <Icon name="left" size={16} />
    </IconButton>
    <IconButton size="small" aria-label={older} disabled={isLast} onClick={() => onPage(page + 1)}>
      <Icon name="right" size={16} />
    </IconButton>
  </div>
)
