import type { Still } from '../kit/studio-set.ts'
import { almaDress } from './alma.ts'
import { ambreParfum } from './ambre.ts'
import { argentBelt } from './argent.ts'
import { arlbergBackpack } from './arlberg.ts'
import { atelierBrushSet } from './atelier.ts'
import { aureliaSlip } from './aurelia.ts'
import { avoineHandCream } from './avoine.ts'
import { bainDeMer } from './bain-de-mer.ts'
import { bareHours } from './bare-hours.ts'
import { biarritzBeret } from './biarritz.ts'
import { boscoBag } from './bosco.ts'
import { breraDress } from './brera.ts'
import { brugesDress } from './bruges.ts'
import { camargueHat } from './camargue.ts'
import { caniculeOil } from './canicule.ts'
import { cinecittaSunglasses } from './cinecitta.ts'
import { coletteDress } from './colette.ts'
import { coquelicotBrooch } from './coquelicot.ts'
import { delphineDress } from './delphine.ts'
import { etincelleStuds } from './etincelle.ts'
import { eventailEarrings } from './eventail.ts'
import { givreHairClip } from './givre.ts'
import { grenadinePolish } from './grenadine.ts'
import { grenatRing } from './grenat.ts'
import { haloCompact } from './halo.ts'
import { hebridesScarf } from './hebrides.ts'
import { jardinSquare } from './jardin.ts'
import { lidoAnklet } from './lido.ts'
import { ligneCuff } from './ligne.ts'
import { lucerneDress } from './lucerne.ts'
import { mareeStrand } from './maree.ts'
import { mediciSignet } from './medici.ts'
import { minuitSerum } from './minuit.ts'
import { mistralSoap } from './mistral.ts'
import { nocturneEarrings } from './nocturne.ts'
import { odetteChoker } from './odette.ts'
import { operaGown } from './opera.ts'
import { ostuniSundress } from './ostuni.ts'
import { pecheBlush } from './peche.ts'
import { plisseClutch } from './plisse.ts'
import { porteBonheurBracelet } from './porte-bonheur.ts'
import { portoTote } from './porto.ts'
import { positanoDress } from './positano.ts'
import { ravennaSheath } from './ravenna.ts'
import { rialtoGloves } from './rialto.ts'
import { rideauMascara } from './rideau.ts'
import { rivieraBracelet } from './riviera.ts'
import { rivoliBag } from './rivoli.ts'
import { rondaHoops } from './ronda.ts'
import { saugeCream } from './sauge.ts'
import { seleneGown } from './selene.ts'
import { sereneBangle } from './serene.ts'
import { sevillaMini } from './sevilla.ts'
import { sienaCrossbody } from './siena.ts'
import { smokeStudy } from './smoke-study.ts'
import { soleilMedallion } from './soleil.ts'
import { stellaShift } from './stella.ts'
import { tangierKaftan } from './tangier.ts'
import { velours } from './velours.ts'
import { windermereUmbrella } from './windermere.ts'

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
  'positano-shirt-dress': positanoDress,
  'siena-saddle-crossbody': sienaCrossbody,
  'ronda-gold-hoops': rondaHoops,
  'canicule-body-oil': caniculeOil,
  'brera-blazer-dress': breraDress,
  'biarritz-wool-beret': biarritzBeret,
  'riviera-tennis-bracelet': rivieraBracelet,
  'rideau-mascara': rideauMascara,
  'ostuni-linen-sundress': ostuniSundress,
  'cinecitta-sunglasses': cinecittaSunglasses,
  'odette-velvet-choker': odetteChoker,
  'bain-de-mer': bainDeMer,
  'bruges-lace-dress': brugesDress,
  'windermere-umbrella': windermereUmbrella,
  'coquelicot-enamel-brooch': coquelicotBrooch,
  'mistral-olive-soap': mistralSoap,
  'ravenna-brocade-sheath': ravennaSheath,
  'porto-canvas-tote': portoTote,
  'medici-signet-ring': mediciSignet,
  'grenadine-nail-polish': grenadinePolish,
  'selene-one-shoulder-gown': seleneGown,
  'rialto-leather-gloves': rialtoGloves,
  'etincelle-solitaire-studs': etincelleStuds,
  'avoine-hand-cream': avoineHandCream,
  'tangier-silk-kaftan': tangierKaftan,
  'arlberg-backpack': arlbergBackpack,
  'lido-shell-anklet': lidoAnklet,
  'atelier-brush-set': atelierBrushSet,
  'sevilla-ruffle-mini': sevillaMini,
  'givre-hair-clip': givreHairClip,
  'porte-bonheur-bracelet': porteBonheurBracelet,
  'peche-cream-blush': pecheBlush,
}
