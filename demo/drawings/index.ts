import type { Still } from '../kit/studio-set.ts'
import { almaDress } from './alma.ts'
import { ambreParfum } from './ambre.ts'
import { argentBelt } from './argent.ts'
import { aureliaSlip } from './aurelia.ts'
import { bareHours } from './bare-hours.ts'
import { boscoBag } from './bosco.ts'
import { camargueHat } from './camargue.ts'
import { coletteDress } from './colette.ts'
import { delphineDress } from './delphine.ts'
import { eventailEarrings } from './eventail.ts'
import { grenatRing } from './grenat.ts'
import { haloCompact } from './halo.ts'
import { hebridesScarf } from './hebrides.ts'
import { jardinSquare } from './jardin.ts'
import { ligneCuff } from './ligne.ts'
import { lucerneDress } from './lucerne.ts'
import { mareeStrand } from './maree.ts'
import { minuitSerum } from './minuit.ts'
import { nocturneEarrings } from './nocturne.ts'
import { operaGown } from './opera.ts'
import { plisseClutch } from './plisse.ts'
import { rivoliBag } from './rivoli.ts'
import { saugeCream } from './sauge.ts'
import { sereneBangle } from './serene.ts'
import { smokeStudy } from './smoke-study.ts'
import { soleilMedallion } from './soleil.ts'
import { stellaShift } from './stella.ts'
import { velours } from './velours.ts'

/** How each product is photographed, by slug. */
export const drawings: Record<string, () => Still> = {
  'aurelia-silk-slip': aureliaSlip,
  'rivoli-top-handle-bag': rivoliBag,
  'maree-pearl-strand': mareeStrand,
  'velours-lipstick': velours,
  'camargue-straw-hat': camargueHat,
  'lucerne-tiered-dress': lucerneDress,
  'ambre-seize-parfum': ambreParfum,
  'nocturne-drop-earrings': nocturneEarrings,
  'opera-velvet-gown': operaGown,
  'ligne-silver-cuff': ligneCuff,
  'jardin-silk-square': jardinSquare,
  'minuit-night-serum': minuitSerum,
  'colette-wrap-dress': coletteDress,
  'soleil-medallion': soleilMedallion,
  'bosco-bucket-bag': boscoBag,
  'bare-hours-foundation': bareHours,
  'delphine-pleated-dress': delphineDress,
  'grenat-cocktail-ring': grenatRing,
  'plisse-evening-clutch': plisseClutch,
  'sauge-cream': saugeCream,
  'alma-knit-dress': almaDress,
  'eventail-onyx-earrings': eventailEarrings,
  'hebrides-wool-scarf': hebridesScarf,
  'smoke-study-palette': smokeStudy,
  'stella-sequin-shift': stellaShift,
  'serene-jade-bangle': sereneBangle,
  'argent-woven-belt': argentBelt,
  'halo-powder-compact': haloCompact,
}
