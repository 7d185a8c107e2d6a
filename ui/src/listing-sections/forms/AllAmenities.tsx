import { HAZARDS } from '@hearth/contracts/listing/sections/amenities'
import { useText } from '../../i18n/text.ts'
import { Card } from '../../components/layout/Card.tsx'
import { AmenityCatalogue } from './AmenityCatalogue.tsx'
import { SingleChoice } from '../fields/Choices.tsx'
import form from '../fields/Form.module.css'
import type { FormProps } from '../fields/formProps.ts'
import { QuestionFrame, Question } from '../fields/Question.tsx'
import type { Spec } from '../fields/spec.ts'

const POOL: Spec = {
  kind: 'group',
  name: 'pool',
  fields: [
    { kind: 'choice', name: 'type', options: ['private', 'shared'] },
    { kind: 'yesNo', name: 'heated' },
    { kind: 'yesNo', name: 'fenced' },
    { kind: 'number', name: 'depthM' },
    {
      kind: 'group',
      name: 'season',
      inline: true,
      fields: [
        { kind: 'number', name: 'fromMonth' },
        { kind: 'number', name: 'toMonth' },
      ],
    },
  ],
}

const Hazards = ({ editor, commentsAt }: Pick<FormProps, 'editor' | 'commentsAt'>) => {
  const t = useText()
  return (
    <Card title={t('onboarding.amenities.dangers')}>
      <div className={form['fields']}>
        {HAZARDS.map((hazard) => (
          <QuestionFrame
            key={hazard}
            editor={editor}
            section="amenities"
            name={`hazards/${hazard}`}
            comments={commentsAt(`hazards/${hazard}`)}
          >
            {(errors) => {
              const value = editor.fields?.[`hazards/${hazard}`]
              return (
                <SingleChoice
                  legend={t(`onboarding.amenity.hazards.${hazard}`)}
                  error={errors[`hazards/${hazard}`]}
                  options={[
                    { value: 'yes', text: t('onboarding.yes') },
                    { value: 'no', text: t('onboarding.no') },
                  ]}
                  value={value === true ? 'yes' : value === false ? 'no' : null}
                  onChange={(answer) => editor.set(`hazards/${hazard}`, answer === 'yes')}
                />
              )
            }}
          </QuestionFrame>
        ))}
      </div>
    </Card>
  )
}

/** Hazards, the pool where there is one, and the whole catalogue. */
export const AllAmenities = ({ editor, listingId, currency, commentsAt }: FormProps) => {
  const t = useText()
  const hasPool = (['pool', 'pool_private', 'pool_shared'] as const).some(
    (code) => editor.fields?.[`answers/${code}`] === 'yes',
  )
  return (
    <>
      <Hazards editor={editor} commentsAt={commentsAt} />
      {hasPool && (
        <Card title={t('onboarding.amenities.pool')}>
          <div className={form['fields']}>
            <Question
              editor={editor}
              section="amenities"
              listingId={listingId}
              currency={currency}
              spec={POOL}
            />
          </div>
        </Card>
      )}
      <AmenityCatalogue editor={editor} listingId={listingId} currency={currency} commentsAt={commentsAt} />
    </>
  )
}
