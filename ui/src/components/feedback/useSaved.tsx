import { Button } from '@mui/material'
import { useCloseNotification, useNotify } from 'react-admin'
import { useText } from '../../i18n/text.ts'
import { Icon } from '../display/icons.tsx'
import styles from './useSaved.module.css'

const Saved = ({ text, onUndo }: { text: string; onUndo: (() => void) | undefined }) => {
  const t = useText()
  const close = useCloseNotification()
  return (
    <span className={styles['saved']} role="status">
      <Icon name="check" size={16} color="var(--ok)" />
      <span className="num">{text}</span>
      {onUndo && (
        <Button
          variant="text"
          size="small"
          onClick={() => {
            close()
            onUndo()
          }}
        >
          <Icon name="undo" size={16} />
          {t('app.undo')}
        </Button>
      )}
    </span>
  )
}

/** Notifies that something was saved; `onUndo` sends the compensating command. */
export const useSaved = () => {
  const notify = useNotify()
  return (text: string, onUndo?: () => void) =>
    notify(<Saved text={text} onUndo={onUndo} />, {
      type: 'success',
      autoHideDuration: onUndo ? 10_000 : 5000,
    })
}
