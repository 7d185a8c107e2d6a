import { Button } from '@mui/material'
import { Icon } from '../../components/display/icons.tsx'
import { ProblemText } from '../../components/feedback/ProblemText.tsx'
import { Card } from '../../components/layout/Card.tsx'
import { useText } from '../../i18n/text.ts'
import styles from './Draft.module.css'
import type { Need } from './listNeeds.ts'

type Props = Readonly<{
  needs: readonly Need[]
  pending: boolean
  error: unknown
  onSend: () => void
  /** Opens the item of a need. */
  onShow: (itemId: string) => void
}>

/** What is there and what is missing, with the way to it, and the button that sends the claim. */
export const NeedsCard = ({ needs, pending, error, onSend, onShow }: Props) => {
  const t = useText()
  const missing = needs.filter(({ done }) => !done)
  return (
    <Card title={t('reimbursement.draft.needs.title')}>
      <ul className={styles['needs']}>
        {needs.map(({ key, done, title, text, itemId }) => (
          <li key={key}>
            <span className={styles['mark']} data-done={done || undefined} aria-hidden>
              {done && <Icon name="check" size={12} />}
            </span>
            <span className={styles['need']}>
              <span className="sr">
                {t(done ? 'reimbursement.draft.needs.ok' : 'reimbursement.draft.needs.open')}:{' '}
              </span>
              {title}
              <small>{text}</small>
            </span>
            {itemId !== undefined && (
              <button
                type="button"
                className="link small"
                aria-label={`${t('reimbursement.draft.needs.go')}: ${title}`}
                onClick={() => onShow(itemId)}
              >
                {t('reimbursement.draft.needs.go')}
              </button>
            )}
          </li>
        ))}
      </ul>
      <div className={styles['send']}>
        <Button
          fullWidth
          variant="contained"
          color="primary"
          disabled={missing.length > 0}
          loading={pending}
          onClick={onSend}
        >
          {t('reimbursement.draft.send')}
        </Button>
        {missing.length > 0 && (
          <p className="small q">{t('reimbursement.draft.missing', { smart_count: missing.length })}</p>
        )}
        <ProblemText error={error} />
      </div>
    </Card>
  )
}
