import { useState } from 'react'
import { Button } from '@mui/material'
import { Link } from 'react-router-dom'
import { useLock } from '../session/session.ts'
import { readProblem } from '../data/http/problems.ts'
import { useCommand } from '../data/commands/useCommand.ts'
import { useText } from '../i18n/text.ts'
import { Card } from '../components/layout/Card.tsx'
import { ProblemText } from '../components/feedback/ProblemText.tsx'
import { useLockText } from '../components/feedback/useLockText.ts'
import styles from './Agreement.module.css'

const MODELS = ['self_managed', 'full_service'] as const
type Unmet = Readonly<{ code: string; message: string; fixRoute: string }>

/** What must be done first, each with a link to it. */
const UnmetList = ({ error }: { error: unknown }) => {
  const t = useText()
  const unmet = readProblem(error)?.['unmet'] as readonly Unmet[] | undefined
  if (unmet === undefined || unmet.length === 0) return <ProblemText error={error} />
  return (
    <div role="alert" className={styles['unmet']}>
      <p>{t('agreement.choose.first')}</p>
      <ul className={styles['unmet']}>
        {unmet.map(({ message, fixRoute }) => (
          <li key={message}>
            {message}{' '}
            <Link className="link" to={fixRoute}>
              {t('agreement.choose.fix')}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

/**
 * Prepares the first document, or a new one after the agreement ended. `model`: the fee model of the listing.
 */
export const PrepareCard = ({
  listingId,
  model: begun,
  again,
}: {
  listingId: string
  model: (typeof MODELS)[number]
  again: boolean
}) => {
  const t = useText()
  const [model, setModel] = useState(begun)
  const lock = useLock('agreement.generate')
  const lockText = useLockText('agreement.generate')
  const generate = useCommand({ resource: 'agreements', touches: ['onboarding'] })
  if (lock !== undefined)
    return (
      <Card title={t('agreement.choose.title')}>
        <div className={styles['body']}>
          {lock === 'role' ? (
            <p className="q">{t('agreement.choose.none')}</p>
          ) : (
            <>
              <p>
                <b>{t(`agreement.choose.${begun}`)}</b>
              </p>
              <p className="q small">{t(`agreement.choose.${begun}Text`)}</p>
              <p className="small c">{lockText}</p>
            </>
          )}
        </div>
      </Card>
    )
  return (
    <Card title={t('agreement.choose.title')}>
      <form
        className={styles['body']}
        onSubmit={(event) => {
          event.preventDefault()
          generate.run({ body: { listingId, model } })
        }}
      >
        <p className="q">{t('agreement.choose.text')}</p>
        <fieldset className={styles['choice']}>
          <legend className="sr">{t('agreement.choose.title')}</legend>
          {MODELS.map((each) => (
            <label key={each}>
              <input type="radio" name="model" checked={model === each} onChange={() => setModel(each)} />
              <b>{t(`agreement.choose.${each}`)}</b>
              <span className="q small">{t(`agreement.choose.${each}Text`)}</span>
            </label>
          ))}
        </fieldset>
        {generate.error !== null && <UnmetList error={generate.error} />}
        <Button type="submit" variant="contained" color="primary" loading={generate.pending}>
          {t(again ? 'agreement.again' : 'agreement.choose.prepare')}
        </Button>
      </form>
    </Card>
  )
}
