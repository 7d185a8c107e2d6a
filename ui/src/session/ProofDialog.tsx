import { lazy, Suspense, useEffect } from 'react'
import { attachProofDialog, proofAsked } from '../data/http/proof.ts'

const ProofQuestion = lazy(() => import('./ProofQuestion.tsx'))

/** Asks for a fresh proof of identity when a request needs one; mounted once, in the layout. */
export const ProofDialog = () => {
  const asked = proofAsked.use()
  useEffect(attachProofDialog, [])
  return (
    asked && (
      <Suspense fallback={null}>
        <ProofQuestion asked={asked} />
      </Suspense>
    )
  )
}
