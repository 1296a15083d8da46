import type { CallReply } from '@dolphin/contract/call'
import type { listReleasesCall } from '@dolphin/contract/portfolios-staff'
import type { PortfolioRelease } from '@dolphin/database/portfolios/portfolio-release-repository'
import { isoInZone, NEW_YORK } from '@dolphin/domain/time/new-york'

type View = CallReply<typeof listReleasesCall>['releases'][number]

/** A release as operations see it. */
export function releaseView(release: PortfolioRelease): View {
  const { portfolioId, number, act, files, digest, note, enteredBy, enteredAt, confirmedBy, confirmedAt } =
    release
  return {
    portfolioId,
    releaseNo: number,
    act,
    files: Object.keys(files),
    sha256: digest,
    note,
    enteredBy,
    enteredAt: isoInZone(enteredAt, NEW_YORK),
    confirmedBy,
    confirmedAt: confirmedAt === null ? null : isoInZone(confirmedAt, NEW_YORK),
  }
}
