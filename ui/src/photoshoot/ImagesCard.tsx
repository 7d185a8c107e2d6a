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

const ImageGrid = ({
  images,
  chosen,
  onToggle,
}: {
  images: Photoshoot['images']
  /** The images that are chosen; undefined while there is nothing to choose. */
  chosen: readonly string[] | undefined
  onToggle: (fileId: string) => void
}) => {
  const t = useText()
  return (
    <div className={styles['grid']}>
      {images.map(({ fileId, caption }, index) => {
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
            {chosen && (
              <input
                type="checkbox"
                checked={chosen.includes(fileId)}
                onChange={() => onToggle(fileId)}
                aria-label={label}
              />
            )}
          </label>
        )
      })}
    </div>
  )
}

/** Says what is wrong with the chosen images, and asks for the shoot to be repeated. */
const ReshootForm = ({
  shoot,
  chosen,
  onClose,
}: {
  shoot: Photoshoot
  chosen: readonly string[]
  onClose: () => void
}) => {
  const t = useText()
  const saved = useSaved()
  const [cause, setCause] = useState<(typeof CAUSES)[number]>('quality')
  const [why, setWhy] = useState('')
  const request = useCommand({
    resource: 'photoshoots',
    verb: 'request-reshoot',
    touches: ['onboarding'],
    onSuccess: () => {
      onClose()
      saved(t('photoshoot.images.asked'))
    },
  })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        request.run({ record: { id: shoot.id }, body: { fileIds: chosen, cause, why: why.trim() } })
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
        help={chosen.length === 0 ? t('photoshoot.images.pick') : t('photoshoot.images.whyHelp')}
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
      <ProblemText error={request.error} />
      <div className={styles['actions']}>
        <Button
          type="submit"
          variant="contained"
          color="primary"
          disabled={chosen.length === 0 || why.trim().length < MIN_REASON}
          loading={request.pending}
        >
          {t('photoshoot.images.send')}
        </Button>
        <Button onClick={onClose}>{t('photoshoot.cancel.keep')}</Button>
      </div>
    </form>
  )
}

/** The delivered images: added to the listing, or requested again. */
export const ImagesCard = ({ shoot }: { shoot: Photoshoot }) => {
  const t = useText()
  const saved = useSaved()
  const mayWrite = useCan('photoshoot.write')
  const [choosing, setChoosing] = useState(false)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const approve = useCommand({
    resource: 'photoshoots',
    verb: 'approve-images',
    touches: ['onboarding', 'listings', 'listing-contents'],
    onSuccess: () => saved(t('photoshoot.images.approved')),
  })
  const isOpen = shoot.status === 'delivered'
  const toggle = (id: string) =>
    setChosen(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id])
  return (
    <Card
      title={t(choosing ? 'photoshoot.images.againTitle' : 'photoshoot.images.title')}
      note={t('photoshoot.images.count', { smart_count: shoot.images.length })}
    >
      <div className={styles['body']}>
        <ImageGrid images={shoot.images} chosen={choosing ? chosen : undefined} onToggle={toggle} />
        {isOpen && mayWrite && !choosing && (
          <div className={styles['actions']}>
            <Button
              variant="contained"
              color="primary"
              loading={approve.pending}
              onClick={() => approve.run({ record: { id: shoot.id } })}
            >
              {t('photoshoot.images.approve')}
            </Button>
            <Button onClick={() => setChoosing(true)}>{t('photoshoot.images.again')}</Button>
          </div>
        )}
        <ProblemText error={approve.error} />
        {isOpen && choosing && (
          <ReshootForm shoot={shoot} chosen={chosen} onClose={() => setChoosing(false)} />
        )}
      </div>
    </Card>
  )
}
