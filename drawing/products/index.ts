import type { Scene } from '#kit/scene/scene.ts'
import { argentBelt } from './accessories/argent.ts'
import { arlbergBackpack } from './accessories/arlberg.ts'
import { biarritzBeret } from './accessories/biarritz.ts'
import { boscoBag } from './accessories/bosco.ts'
import { camargueHats } from './accessories/camargue.ts'
import { cinecittaSunglasses } from './accessories/cinecitta.ts'
import { givreHairClip } from './accessories/givre.ts'
import { hebridesScarves } from './accessories/hebrides.ts'
import { jardinSquare } from './accessories/jardin.ts'
import { plisseClutch } from './accessories/plisse.ts'
import { portoTote } from './accessories/porto.ts'
import { rialtoGloves } from './accessories/rialto.ts'
import { rivoliBags } from './accessories/rivoli.ts'
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
import { almaDresses } from './dress/alma.ts'
import { aureliaSlips } from './dress/aurelia.ts'
import { breraDresses } from './dress/brera.ts'
import { brugesDresses } from './dress/bruges.ts'
import { coletteDresses } from './dress/colette.ts'
import { delphineDresses } from './dress/delphine.ts'
import { lucerneDresses } from './dress/lucerne.ts'
import { operaGowns } from './dress/opera.ts'
import { ostuniSundresses } from './dress/ostuni.ts'
import { positanoDresses } from './dress/positano.ts'
import { ravennaSheaths } from './dress/ravenna.ts'
import { seleneGowns } from './dress/selene.ts'
import { sevillaMinis } from './dress/sevilla.ts'
import { stellaShifts } from './dress/stella.ts'
import { tangierKaftans } from './dress/tangier.ts'
import { coquelicotBrooch } from './jewellery/coquelicot.ts'
import { etincelleStuds } from './jewellery/etincelle.ts'
import { eventailEarrings } from './jewellery/eventail.ts'
import { grenatRings } from './jewellery/grenat.ts'
import { lidoAnklet } from './jewellery/lido.ts'
import { ligneCuff } from './jewellery/ligne.ts'
import { mareeStrands } from './jewellery/maree.ts'
import { mediciSignet } from './jewellery/medici.ts'
import { nocturneEarrings } from './jewellery/nocturne.ts'
import { odetteChoker } from './jewellery/odette.ts'
import { porteBonheurBracelet } from './jewellery/porte-bonheur.ts'
import { rivieraBracelet } from './jewellery/riviera.ts'
import { rondaHoops } from './jewellery/ronda.ts'
import { sereneBangle } from './jewellery/serene.ts'
import { soleilMedallions } from './jewellery/soleil.ts'

/** The drawing of each product and of each of its further views, by the name of the picture. */
export const drawings: Record<string, () => Scene> = {
  ...aureliaSlips,
  ...rivoliBags,
  ...mareeStrands,
  'velours-lipstick': velours,
  ...camargueHats,
  ...lucerneDresses,
  'ambre-seize-parfum': ambreParfum,
  'nocturne-drop-earrings': nocturneEarrings,
  ...operaGowns,
  'ligne-silver-cuff': ligneCuff,
  'jardin-silk-square': jardinSquare,
  'minuit-night-serum': minuitSerum,
  ...coletteDresses,
  ...soleilMedallions,
  'bosco-bucket-bag': boscoBag,
  'bare-hours-foundation': bareHours,
  ...delphineDresses,
  ...grenatRings,
  'plisse-evening-clutch': plisseClutch,
  'sauge-cream': saugeCream,
  ...almaDresses,
  'eventail-onyx-earrings': eventailEarrings,
  ...hebridesScarves,
  'smoke-study-palette': smokeStudy,
  ...stellaShifts,
  'serene-jade-bangle': sereneBangle,
  'argent-woven-belt': argentBelt,
  'halo-powder-compact': haloCompact,
  ...positanoDresses,
  'siena-saddle-crossbody': sienaCrossbody,
  'ronda-gold-hoops': rondaHoops,
  'canicule-body-oil': caniculeOil,
  ...breraDresses,
  'biarritz-wool-beret': biarritzBeret,
  'riviera-tennis-bracelet': rivieraBracelet,
  'rideau-mascara': rideauMascara,
  ...ostuniSundresses,
  'cinecitta-sunglasses': cinecittaSunglasses,
  'odette-velvet-choker': odetteChoker,
  'bain-de-mer': bainDeMer,
  ...brugesDresses,
  'windermere-umbrella': windermereUmbrella,
  'coquelicot-enamel-brooch': coquelicotBrooch,
  'mistral-olive-soap': mistralSoap,
  ...ravennaSheaths,
  'porto-canvas-tote': portoTote,
  'medici-signet-ring': mediciSignet,
  'grenadine-nail-polish': grenadinePolish,
  ...seleneGowns,
  'rialto-leather-gloves': rialtoGloves,
  'etincelle-solitaire-studs': etincelleStuds,
  'avoine-hand-cream': avoineHandCream,
  ...tangierKaftans,
  'arlberg-backpack': arlbergBackpack,
  'lido-shell-anklet': lidoAnklet,
  'atelier-brush-set': atelierBrushSet,
  ...sevillaMinis,
  'givre-hair-clip': givreHairClip,
  'porte-bonheur-bracelet': porteBonheurBracelet,
  'peche-cream-blush': pecheBlush,
}
