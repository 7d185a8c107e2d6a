import { useState } from 'react'
import { Button, OutlinedInput } from '@mui/material'
import { fileUrl } from '@hearth/contracts/file'
import { useCan } from '../session/session.ts'
import { useCommand } from '../data/commands/useCommand.ts'
import { useText } from '../i18n/text.ts'
import { Card } from '../components/layout/Card.tsx'
import { Field } from '../components/form/Field.tsx'
import { ProblemText } from '../components/feedback/ProblemText.tsx'
import { useSaved } from '../components/feedback/useSaved.tsx'
import styles from './Photoshoot.module.css'
import type { Photoshoot } from './usePhotoshoot.ts'

const CAUSES = ['quality', 'other'] as const
const MIN_REASON = 10

/** The delivered images: added to the listing, or requested again. */
export const ImagesCard = ({ shoot }: { shoot: Photoshoot }) => {
  const t = useText()
  const saved = useSaved()
  const may = useCan('photoshoot.write')
  const [asking, setAsking] = useState(false)
  const [bad, setBad] = useState<readonly string[]>([])
  const [cause, setCause] = useState<(typeof CAUSES)[number]>('quality')
  const [why, setWhy] = useState('')
  const record = { id: shoot.id }
  const approve = useCommand({
    resource: 'photoshoots',
    verb: 'approve-images',
    touches: ['onboarding', 'listings', 'listing-contents'],
    onSuccess: () => saved(t('photoshoot.images.approved')),
  })
  const again = useCommand({
    resource: 'photoshoots',
    verb: 'request-reshoot',
    touches: ['onboarding'],
    onSuccess: () => {
      setAsking(false)
      saved(t('photoshoot.images.asked'))
    },
  })
  const open = shoot.status === 'delivered'
  const toggle = (id: string) => setBad(bad.includes(id) ? bad.filter((other) => other !== id) : [...bad, id])
  return (
    <Card
      title={t(asking ? 'photoshoot.images.againTitle' : 'photoshoot.images.title')}
      note={t('photoshoot.images.count', { smart_count: shoot.images.length })}
    >
      <div className={styles['body']}>
        <div className={styles['grid']}>
          {shoot.images.map(({ fileId, caption }, index) => {
            const label = caption ?? t('photoshoot.images.picture', { number: index + 1 })
            return (
              <label key={fileId}>
                <img
                  src={fileUrl(fileId, '320')}
                  srcSet={`${fileUrl(fileId, '320')} 320w, ${fileUrl(fileId, '640')} 640w`}
                  sizes="(max-width: 700px) 45vw, 200px"
                  loading="lazy"
                  alt={label}
                />
                {asking && (
                  <input
                    type="checkbox"
                    checked={bad.includes(fileId)}
                    onChange={() => toggle(fileId)}
                    aria-label={label}
                  />
                )}
              </label>
            )
          })}
        </div>
        {open && may && !asking && (
          <div className={styles['actions']}>
            <Button
              variant="contained"
              color="primary"
              loading={approve.pending}
              onClick={() => approve.run({ record })}
            >
              {t('photoshoot.images.approve')}
            </Button>
            <Button onClick={() => setAsking(true)}>{t('photoshoot.images.again')}</Button>
          </div>
        )}
        <ProblemText error={approve.error} />
        {open && asking && (
          <form
            onSubmit={(event) => {
              event.preventDefault()
              again.run({ record, body: { fileIds: bad, cause, why: why.trim() } })
            }}
          >
            <p className="q">{t('photoshoot.images.againText')}</p>
            <fieldset>
              <legend className={styles['legend']}>{t('photoshoot.images.why')}</legend>
              {CAUSES.map((each) => (
                <label key={each} className={styles['check']}>
                  <input type="radio" name="cause" checked={cause === each} onChange={() => setCause(each)} />
                  {t(`photoshoot.images.${each}`)}
                </label>
              ))}
            </fieldset>
            <Field
              label={t('photoshoot.images.why')}
              help={bad.length === 0 ? t('photoshoot.images.pick') : t('photoshoot.images.whyHelp')}
            >
              {({ error: _error, ...field }) => (
                <OutlinedInput
                  multiline
                  minRows={2}
                  fullWidth
                  value={why}
                  onChange={({ target }) => setWhy(target.value)}
                  inputProps={{ ...field, maxLength: 500 }}
                />
              )}
            </Field>
            <ProblemText error={again.error} />
            <div className={styles['actions']}>
              <Button
                type="submit"
                variant="contained"
                color="primary"
                disabled={bad.length === 0 || why.trim().length < MIN_REASON}
                loading={again.pending}
              >
                {t('photoshoot.images.send')}
              </Button>
              <Button onClick={() => setAsking(false)}>{t('photoshoot.cancel.keep')}</Button>
            </div>
          </form>
        )}
      </div>
    </Card>
  )
}
