/**
 * Given names and surnames of the communities of the United States, as people write them, with the ASCII form that a
 * bank holds where it differs. Parts of names, so none is a person.
 */
const PARTS: Readonly<Record<string, { readonly given: string; readonly surnames: string }>> = {
  english: {
    given: 'Ada, Jordan, Mary Ann, J.R., Ma. Teresa, Wynn',
    surnames: "Sample, Quill, O'Quill=O'Quill, St. Clair, Smith-Jones, McQuill, Sample Jr., Quill III, Ng",
  },
  irish: {
    given: 'Seán=Sean, Siobhán=Siobhan, Pádraig=Padraig, Róisín=Roisin, Aoife',
    surnames: "O’Briain=O'Briain, Ó Dálaigh=O Dalaigh, Ní Shúil=Ni Shuil, MacAodha",
  },
  spanish: {
    given: 'José=Jose, María=Maria, Íñigo=Inigo, Begoña=Begona, Ángel=Angel, Nuño=Nuno',
    surnames:
      'Muñoz=Munoz, García López=Garcia Lopez, Peña=Pena, de la Cruz, Güell=Guell, Ibáñez=Ibanez, Núñez-Ortiz=Nunez-Ortiz',
  },
  portuguese: {
    given: 'João=Joao, Conceição=Conceicao, Antônio=Antonio, Inês=Ines',
    surnames: 'Gonçalves=Goncalves, Araújo=Araujo, Simões=Simoes, dos Santos, Magalhães=Magalhaes',
  },
  french: {
    given: 'Zoë=Zoe, François=Francois, Hélène=Helene, Noël=Noel, Élise=Elise',
    surnames: "Thériault=Theriault, Lemoître=Lemoitre, Hébert=Hebert, L’Œuvre=L'Oeuvre, Le Bœuf=Le Boeuf",
  },
  haitian: {
    given: 'Woudlin, Jézila=Jezila, Fabyèn=Fabyen',
    surnames: 'Jean-Baptiste, Désir=Desir, Pyè=Pye',
  },
  german: {
    given: 'Jürgen=Jurgen, Käthe=Kathe, Björn=Bjorn, Sören=Soren',
    surnames: 'Weiß=Weiss, Müller=Muller, Schröder=Schroder, Großmann=Grossmann, von Büren=von Buren',
  },
  dutch: { given: 'Daniël=Daniel, Chloé=Chloe, Sjoerd', surnames: 'van der Berg, de Böer=de Boer, IJzer' },
  nordic: {
    given: 'Søren=Soren, Åsa=Asa, Bjørn=Bjorn, Øystein=Oystein, Märta=Marta, Kåre=Kare',
    surnames:
      'Ødegård=Odegard, Ångström=Angstrom, Bjørnsen=Bjornsen, Hämäläinen=Hamalainen, Lindqvist, Næss=Naess',
  },
  icelandic: {
    given: 'Þór=Thor, Ægir=Aegir, Sigríður=Sigridur, Guðrún=Gudrun',
    surnames: 'Þórsdóttir=Thorsdottir, Önundarson=Onundarson, Jónsson=Jonsson',
  },
  polish: {
    given: 'Łukasz=Lukasz, Świętosława=Swietoslawa, Żaneta=Zaneta, Małgorzata=Malgorzata, Józef=Jozef',
    surnames:
      'Wójcik=Wojcik, Kozłowski=Kozlowski, Dąbrowska=Dabrowska, Żółć=Zolc, Źrebiec=Zrebiec, Chrząszcz=Chrzaszcz',
  },
  czech: {
    given: 'Jiří=Jiri, Šárka=Sarka, Žofie=Zofie, Ľubica=Lubica, Tomáš=Tomas',
    surnames: 'Dvořák=Dvorak, Čapková=Capkova, Němec=Nemec, Šťastný=Stastny, Ďurišová=Durisova',
  },
  hungarian: {
    given: 'György=Gyorgy, Ágnes=Agnes, Zsófia=Zsofia',
    surnames: 'Szőke=Szoke, Kőműves=Komuves, Fűrész=Furesz',
  },
  romanian: {
    given: 'Ștefan=Stefan, Andreea, Ioniță=Ionita, Mărioara=Marioara',
    surnames: 'Țurcanu=Turcanu, Bălan=Balan, Şerban=Serban, Înțeleptu=Inteleptu',
  },
  southSlavic: {
    given: 'Đorđe=Dorde, Željko=Zeljko, Živa=Ziva, Nikolina',
    surnames: 'Đurić=Duric, Čović=Covic, Šarić=Saric, Žižek=Zizek',
  },
  baltic: {
    given: 'Jānis=Janis, Žydrūnas=Zydrunas, Ģirts=Girts, Õie=Oie',
    surnames: 'Bērziņš=Berzins, Čiurlienė=Ciurliene, Ķirsis=Kirsis, Mägi=Magi, Võsu=Vosu',
  },
  turkish: {
    given: 'İbrahim=Ibrahim, Şule=Sule, Çağla=Cagla, Işıl=Isil, Gökçe=Gokce',
    surnames: 'Yılmaz=Yilmaz, Öztürk=Ozturk, Karadağ=Karadag, Güneş=Gunes, Şahin=Sahin',
  },
  azerbaijani: { given: 'Əli=Eli, Günel=Gunel', surnames: 'Əliyev=Eliyev, Hüseynova=Huseynova' },
  albanian: { given: 'Ëngjëll=Engjell, Besnik', surnames: 'Çela=Cela, Hoxha, Gjergjë=Gjergje' },
  maltese: { given: 'Ġorġ=Gorg, Ħelena=Helena', surnames: 'Żammit=Zammit, Buġeja=Bugeja' },
  welsh: { given: 'Siân=Sian, Ŵyn=Wyn, Llŷr=Llyr', surnames: 'ap Rhŷs=ap Rhys, Llwyd' },
  vietnamese: {
    given: 'Nguyệt=Nguyet, Thị Hồng=Thi Hong, Đức=Duc, Phượng=Phuong, Quỳnh=Quynh, Ngọc Ánh=Ngoc Anh',
    surnames: 'Nguyễn=Nguyen, Đặng=Dang, Trần=Tran, Lê=Le, Phạm=Pham, Võ=Vo, Đỗ=Do, Huỳnh=Huynh, Dương=Duong',
  },
  chinese: {
    given: 'Xiǎolóng=Xiaolong, Mei-Ling, Lǜ=Lu, Hsiao-Wen',
    surnames: "Ou-Yang, Lü=Lu, Ts'ai=Ts'ai, Zhāng=Zhang",
  },
  korean: { given: 'Min-Jun, Seo Yeon, Jŏng=Jong', surnames: "Kim, Ch’oe=Ch'oe, Pak, Yŏm=Yom" },
  japanese: { given: "Yūko=Yuko, Shin’ichi=Shin'ichi, Kōji=Koji", surnames: 'Ōta=Ota, Itō=Ito, Satō=Sato' },
  filipino: {
    given: 'Ma. Cristina, Niño=Nino, Jun-Jun',
    surnames: 'Dela Peña=Dela Pena, Macaraeg, Sta. Maria',
  },
  southAsian: {
    given: 'Rāma=Rama, Śānti=Santi, Mohd., Kṛṣṇa=Krsna, Harpreet',
    surnames: 'Singh, Paṭel=Patel, Venkataraman, Ñāna=Nana, Quraishī=Quraishi',
  },
  arabic: {
    given: "Abd al-Rahman, Ṣāliḥ=Salih, ʻAlī='Ali, Fāṭima=Fatima, Noor",
    surnames: "Al-Ḥusaynī=Al-Husayni, bin Yūsuf=bin Yusuf, El Masry, Sa'id=Sa'id, Ben Yaʻqub=Ben Ya'qub",
  },
  hebrew: { given: "Ya'el=Ya'el, Ḥanna=Hanna, Re’ut=Re'ut", surnames: 'Ben-Ẓvi=Ben-Zvi, Bar-Lev, Ha-Kohen' },
  persian: { given: 'Mahsā=Mahsa, Ārash=Arash', surnames: 'Qāsemī=Qasemi, Pūr-Rezā=Pur-Reza' },
  yoruba: {
    given: 'Ọláolúwa=Olaoluwa, Ṣadé=Sade, Ẹniọlá=Eniola, Adébáyọ̀=Adebayo',
    surnames: 'Ògúnlẹ́ṣì=Ogunlesi, Ọ̀ṣun=Osun, Adéyẹmí=Adeyemi',
  },
  igbo: { given: 'Chịdị=Chidi, Ụzọma=Uzoma, Ñkechi=Nkechi', surnames: 'Ọkafọ=Okafo, Nwaṅne=Nwanne' },
  hausa: { given: 'Ɓala=Bala, Ƙaura=Kaura', surnames: 'Ɗanjuma=Danjuma, Sarki' },
  ewe: { given: 'Kɔku=Koku, Ɛsi=Esi, Ŋutifafa=Ngutifafa', surnames: 'Agbɔ=Agbo, Dogbɛ=Dogbe' },
  hawaiian: {
    given: "Kaʻiulani=Ka'iulani, Lokelani, Pōmaikaʻi=Pomaika'i, Kū=Ku",
    surnames: "Kaʻahumanu=Ka'ahumanu, Kealoha, Nāone=Naone, Kamakaʻeha=Kamaka'eha",
  },
  polynesian: {
    given: "Sēini=Seini, Vaʻa=Va'a, Tāvita=Tavita",
    surnames: "Faʻasavalu=Fa'asavalu, Tūfuga=Tufuga, Leʻota=Le'ota",
  },
  navajo: {
    given: "Łáʼí=La'i, Naanibaʼ=Naaniba', Ádóone=Adoone",
    surnames: "Tłʼízí=Tl'izi, Yázhí=Yazhi, Tsosie",
  },
  lakota: { given: 'Wičháȟpi=Wichahpi, Šúŋka=Sungka', surnames: 'Two Quills, Ȟé=He, Tȟašína=Thasina' },
  cherokee: { given: 'Wilmo, Saloli', surnames: 'Blackquill, Swimmer-Sample' },
  mayan: {
    given: "K'iche'=K'iche', Xóchitl=Xochitl, Ixchel",
    surnames: "Ch'ol=Ch'ol, Tz'utujil=Tz'utujil, Cuauhtémoc=Cuauhtemoc",
  },
  caribbean: {
    given: "D’Andre=D'Andre, Ke’Shawn=Ke'Shawn, Ya-Sin",
    surnames: 'Saint-Quill, Toussaint, Désamours=Desamours',
  },
  catalan: {
    given: 'Òscar=Oscar, Àngels=Angels, Núria=Nuria',
    surnames: 'Puigdevall, Font i Solé=Font i Sole, Gràcia=Gracia',
  },
  basque: { given: 'Añes=Anes, Iñaki=Inaki', surnames: 'Etxeberria, Ibañez de Garaio=Ibanez de Garaio' },
  galician: { given: 'Xoán=Xoan, Sabela', surnames: 'Feijóo=Feijoo, Nogueira' },
  greekInLatin: {
    given: 'Dēmētra=Demetra, Giōrgos=Giorgos',
    surnames: 'Papadópoulos=Papadopoulos, Sōtēriou=Soteriou',
  },
  cyrillicInLatin: {
    given: "Ol'ga=Ol'ga, Fëdor=Fedor, Oleksíj=Oleksij",
    surnames: "Solov'ëv=Solov'ev, Ščerbakov=Scerbakov, Hryhorčuk=Hryhorcuk",
  },
  armenianInLatin: { given: 'Ašot=Asot, Hovhannēs=Hovhannes', surnames: 'Sargsyan, Ter-Grigorean' },
  somali: { given: 'Cabdi, Xaawo', surnames: 'Warsame, Cali-Nuur' },
  ethiopian: { given: 'Täsfaye=Tasfaye, Gǝbrä=Gebra', surnames: 'Wäldä=Walda, Habtä-Sample=Habta-Sample' },
}

/** A part of a name as written, and as ASCII. */
export interface NamePart {
  readonly community: string
  readonly kind: 'given' | 'surname'
  readonly written: string
  readonly ascii: string
}

const partsOf = (community: string, kind: NamePart['kind'], list: string): readonly NamePart[] =>
  list.split(', ').map((entry) => {
    const [written = '', ascii = written] = entry.split('=')
    return { community, kind, written, ascii }
  })

/** Every part of the corpus. */
export const NAME_CORPUS: readonly NamePart[] = Object.entries(PARTS).flatMap(
  ([community, { given, surnames }]) => [
    ...partsOf(community, 'given', given),
    ...partsOf(community, 'surname', surnames),
  ],
)
