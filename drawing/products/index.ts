import type { Scene } from '#kit/scene/scene.ts'
import { argentBelt } from './accessories/argent.ts'
import { arlbergBackpack } from './accessories/arlberg.ts'
import { biarritzBeret } from './accessories/biarritz.ts'
import { boscoBag } from './accessories/bosco.ts'
import { camargueHat } from './accessories/camargue.ts'
import { cinecittaSunglasses } from './accessories/cinecitta.ts'
import { givreHairClip } from './accessories/givre.ts'
import { hebridesScarf } from './accessories/hebrides.ts'
import { jardinSquare } from './accessories/jardin.ts'
import { plisseClutch } from './accessories/plisse.ts'
import { portoTote } from './accessories/porto.ts'
import { rialtoGloves } from './accessories/rialto.ts'
import { rivoliBag } from './accessories/rivoli.ts'
import { sienaCrossbody } from './accessories/siena.ts'
import { windermereUmbrella } from './accessories/windermere.ts'
import { ambreParfum } from './cosmetics/ambre.ts'
import { atelierBrushSet } from './cosmetics/atelier.ts'
import { avoineHandCream } from './cosmetics/avoine.ts'
import { bainDeMer } from './cosmetics/bain-de-mer.ts'
import { bareHours } from './cosmetics/bare-hours.ts'
import { caniculeOil } from './cosmetics/canicule.ts'
import { grenadinePolish } from './cosmetics/grenadine.ts'
import { haloCompact } from './cosmetics/halo.ts'
import { minuitSerum } from './cosmetics/minuit.ts'
import { mistralSoap } from './cosmetics/mistral.ts'
import { pecheBlush } from './cosmetics/peche.ts'
import { rideauMascara } from './cosmetics/rideau.ts'
import { saugeCream } from './cosmetics/sauge.ts'
import { smokeStudy } from './cosmetics/smoke-study.ts'
import { velours } from './cosmetics/velours.ts'
import { almaDress } from './dress/alma.ts'
import { aureliaSlip } from './dress/aurelia.ts'
import { breraDress } from './dress/brera.ts'
import { brugesDress } from './dress/bruges.ts'
import { coletteDress } from './dress/colette.ts'
import { delphineDress } from './dress/delphine.ts'
import { lucerneDress } from './dress/lucerne.ts'
import { operaGown } from './dress/opera.ts'
import { ostuniSundress } from './dress/ostuni.ts'
import { positanoDress } from './dress/positano.ts'
import { ravennaSheath } from './dress/ravenna.ts'
import { seleneGown } from './dress/selene.ts'
import { sevillaMini } from './dress/sevilla.ts'
import { stellaShift } from './dress/stella.ts'
import { tangierKaftan } from './dress/tangier.ts'
import { coquelicotBrooch } from './jewellery/coquelicot.ts'
import { etincelleStuds } from './jewellery/etincelle.ts'
import { eventailEarrings } from './jewellery/eventail.ts'
import { grenatRing } from './jewellery/grenat.ts'
import { lidoAnklet } from './jewellery/lido.ts'
import { ligneCuff } from './jewellery/ligne.ts'
import { mareeStrand } from './jewellery/maree.ts'
import { mediciSignet } from './jewellery/medici.ts'
import { nocturneEarrings } from './jewellery/nocturne.ts'
import { odetteChoker } from './jewellery/odette.ts'
import { porteBonheurBracelet } from './jewellery/porte-bonheur.ts'
import { rivieraBracelet } from './jewellery/riviera.ts'
import { rondaHoops } from './jewellery/ronda.ts'
import { sereneBangle } from './jewellery/serene.ts'
import { soleilMedallion } from './jewellery/soleil.ts'

/** The drawing of each product, by slug. */
export const drawings: Record<string, () => Scene> = {
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
