/** An invented person, as far as documents and results need one. */
export interface Person {
  firstName: string;
  lastName: string;
  /** The name in Latin letters, as the machine-readable lines have it. */
  latin: readonly [firstName: string, lastName: string];
  country: string;
  gender: 'MALE' | 'FEMALE' | 'OTHER';
  birthDate: string;
  birthCity: string;
  nationalId: string;
  address: string;
}

/**
 * The people of the seeded conversations. Each is invented; the key names the script of the name. Their numbers fit their dates of birth and
 * have right check digits, with serial numbers at the end of the range, which are hardly ever given out.
 */
export const inventedPeople = {
  estonian: person({
    name: ['Mari-Liis', 'Õunapuu', 'Mari-Liis Ounapuu'],
    born: ['1987-03-14', 'Tartu', 'FEMALE'],
    registered: ['EE', '48703149990', 'Õuna 5-12, 51003 Tartu'],
  }),
  polish: person({
    name: ['Zażółć', 'Gęślą-Jaźń', 'Zazolc Gesla-Jazn'],
    born: ['1979-11-02', 'Łódź', 'MALE'],
    registered: ['PL', '79110299970', 'ul. Świętokrzyska 7/3, 90-001 Łódź'],
  }),
  vietnamese: person({
    name: ['Thị Hồng', 'Nguyễn', 'Thi Hong Nguyen'],
    born: ['1994-07-21', 'Huế', 'FEMALE'],
    registered: ['VN', '079194007210', '12 Lê Lợi, Huế'],
  }),
  icelandic: person({
    name: ['Þórdís', 'Guðmundsdóttir', 'Thordis Gudmundsdottir'],
    born: ['1990-01-30', 'Ísafjörður', 'FEMALE'],
    registered: ['IS', '3001904569', 'Aðalstræti 9, 400 Ísafjörður'],
  }),
  turkish: person({
    name: ['Işıl', 'İğdeoğlu', 'Isil Igdeoglu'],
    born: ['1985-05-19', 'Iğdır', 'FEMALE'],
    registered: ['TR', '10000000146', 'Gül Sk. 4, 76000 Iğdır'],
  }),
  russianLetters: person({
    name: ['Ярослав', 'Щёголев', 'Yaroslav Shchegolev'],
    born: ['1972-09-08', 'Көкшетау', 'MALE'],
    registered: ['KZ', '720908300125', 'ул. Абая 14, Көкшетау'],
  }),
  ukrainian: person({
    name: ['Ґалина', 'Їжакевич', 'Galyna Yizhakevych'],
    born: ['1998-12-24', 'Київ', 'FEMALE'],
    registered: ['UA', '3615299888', 'вул. Прорізна 8, Київ'],
  }),
  greek: person({
    name: ['Ελευθερία', 'Παπαδοπούλου', 'Eleftheria Papadopoulou'],
    born: ['1983-06-02', 'Θεσσαλονίκη', 'FEMALE'],
    registered: ['GR', '020683-99985', 'Εγνατία 101, 54635 Θεσσαλονίκη'],
  }),
  arabic: person({
    name: ['عبد الرحمن', 'الخطيب', 'Abd al-Rahman al-Khatib'],
    born: ['1969-04-17', 'عمّان', 'MALE'],
    registered: ['JO', '9691012345', 'شارع الرينبو ١٢، عمّان'],
  }),
  hebrew: person({
    name: ['שירה', 'בן־דוד', 'Shira Ben-David'],
    born: ['1992-10-10', 'חיפה', 'FEMALE'],
    registered: ['IL', '000000018', 'רחוב הרצל 5, חיפה'],
  }),
  mixed: person({
    name: ['Yusuf يوسف', 'al-Ḥasan (الحسن)', 'Yusuf al-Hasan'],
    born: ['1981-02-28', 'Dubai دبي', 'MALE'],
    registered: ['AE', '784198112345677', 'Villa 7، شارع الوصل, Dubai'],
  }),
  chinese: person({
    name: ['小明', '欧阳', 'Xiaoming Ouyang'],
    born: ['1996-08-08', '哈尔滨', 'MALE'],
    registered: ['CN', '110101199608089997', '中山路 88 号, 哈尔滨'],
  }),
  japanese: person({
    name: ['さくら', '渡邉', 'Sakura Watanabe'],
    born: ['2001-04-01', '札幌市', 'FEMALE'],
    registered: ['JP', '123456789018', '北海道札幌市中央区 1-2-3'],
  }),
  korean: person({
    name: ['서연', '남궁', 'Seoyeon Namgung'],
    born: ['1999-03-03', '부산', 'FEMALE'],
    registered: ['KR', '990303-2000000', '부산광역시 해운대구 12'],
  }),
  thai: person({
    name: ['กมลวรรณ', 'ศรีสุวรรณ', 'Kamonwan Srisuwan'],
    born: ['1988-11-11', 'เชียงใหม่', 'FEMALE'],
    registered: ['TH', '1100700000001', '9 ถนนนิมมานเหมินท์ เชียงใหม่'],
  }),
  hindi: person({
    name: ['ऋषिकेश', 'क्षीरसागर', 'Rishikesh Kshirsagar'],
    born: ['1977-01-26', 'पुणे', 'MALE'],
    registered: ['IN', '234123412346', '१२ लक्ष्मी रोड, पुणे'],
  }),
  georgian: person({
    name: ['ქეთევან', 'ჯავახიშვილი', 'Ketevan Javakhishvili'],
    born: ['1986-09-09', 'ქუთაისი', 'FEMALE'],
    registered: ['GE', '01001000000', 'რუსთაველის 3, ქუთაისი'],
  }),
  ethiopian: person({
    name: ['ሰላማዊት', 'ኃይለማርያም', 'Selamawit Hailemariam'],
    born: ['1993-01-07', 'አዲስ አበባ', 'FEMALE'],
    registered: ['ET', 'ET0001112223', 'ቦሌ መንገድ 4, አዲስ አበባ'],
  }),
  oneName: person({
    name: ['Sukarti', '', 'Sukarti'],
    born: ['1965-08-17', 'Yogyakarta', 'FEMALE'],
    registered: ['ID', '3471055708650001', 'Jl. Malioboro 1, Yogyakarta'],
  }),
  longName: person({
    name: [
      'Wolfeschlegelsteinhausen-Maximiliana Theodora Aloysia Konstanze',
      "von und zu Hohenbruck-Spezimen d'Oultremont y Fernández de Córdoba",
      'Wolfeschlegelsteinhausen-Maximiliana Theodora Hohenbruck-Spezimen',
    ],
    born: ['1958-02-11', 'Bad Königshofen im Grabfeld', 'FEMALE'],
    registered: ['DE', 'T220001293', 'Am Kirschgarten 114a, 97631 Bad Königshofen im Grabfeld'],
  }),
  latvian: person({
    name: ['Kristaps', 'Bērziņš', 'Kristaps Berzins'],
    born: ['1991-05-05', 'Liepāja', 'MALE'],
    registered: ['LV', '050591-19990', 'Graudu iela 27, Liepāja'],
  }),
  lithuanian: person({
    name: ['Žydrūnė', 'Šešelgytė', 'Zydrune Seselgyte'],
    born: ['1995-02-16', 'Šiauliai', 'FEMALE'],
    registered: ['LT', '49502169994', 'Vilniaus g. 3, Šiauliai'],
  }),
  finnish: person({
    name: ['Väinö', 'Hämäläinen', 'Vaino Hamalainen'],
    born: ['1974-12-06', 'Jyväskylä', 'MALE'],
    registered: ['FI', '061274-999V', 'Kauppakatu 11, 40100 Jyväskylä'],
  }),
  german: person({
    name: ['Jürgen', 'Groß', 'Juergen Gross'],
    born: ['1968-10-03', 'Würzburg', 'MALE'],
    registered: ['DE', 'L01X00T471', 'Ahornstraße 2, 97070 Würzburg'],
  }),
} as const satisfies Record<string, Person>;

/** The twelve people of a first review. No other conversation of the sandbox is about one of them. */
export const reviewPeople = {
  kowalska: person({
    name: ['Anna', 'Kowalska', 'Anna Kowalska'],
    born: ['1979-11-02', 'Kraków', 'FEMALE'],
    registered: ['PL', '79110299840', 'ul. Długa 18/4, 31-146 Kraków'],
  }),
  tamm: person({
    name: ['Liis', 'Tamm', 'Liis Tamm'],
    born: ['1992-06-18', 'Pärnu', 'FEMALE'],
    registered: ['EE', '49206189997', 'Rüütli 31-8, 80010 Pärnu'],
  }),
  kazlauskas: person({
    name: ['Tomas', 'Kazlauskas', 'Tomas Kazlauskas'],
    born: ['1985-07-23', 'Kaunas', 'MALE'],
    registered: ['LT', '38507239990', 'Laisvės al. 46-11, 44240 Kaunas'],
  }),
  korhonen: person({
    name: ['Aino', 'Korhonen', 'Aino Korhonen'],
    born: ['1991-03-09', 'Tampere', 'FEMALE'],
    registered: ['FI', '090391-998W', 'Hämeenkatu 22 A 5, 33200 Tampere'],
  }),
  nowak: person({
    name: ['Piotr', 'Nowak', 'Piotr Nowak'],
    born: ['1987-04-15', 'Gdańsk', 'MALE'],
    registered: ['PL', '87041599937', 'ul. Szeroka 52/9, 80-835 Gdańsk'],
  }),
  lindqvist: person({
    name: ['Erik', 'Lindqvist', 'Erik Lindqvist'],
    born: ['1977-02-14', 'Uppsala', 'MALE'],
    registered: ['SE', '770214-9977', 'Svartbäcksgatan 14, 753 20 Uppsala'],
  }),
  fernandez: person({
    name: ['Lucía', 'Fernández Ortega', 'Lucia Fernandez-Ortega'],
    born: ['1996-12-01', 'Sevilla', 'FEMALE'],
    registered: ['ES', '99999997E', 'Calle Feria 62, 41003 Sevilla'],
  }),
  dvorak: person({
    name: ['Pavel', 'Dvořák', 'Pavel Dvorak'],
    born: ['1983-05-19', 'Brno', 'MALE'],
    registered: ['CZ', '830519/9804', 'Kounicova 42, 602 00 Brno'],
  }),
  jansen: person({
    name: ['Sophie', 'Jansen', 'Sophie Jansen'],
    born: ['1999-08-27', 'Utrecht', 'FEMALE'],
    registered: ['NL', '999999904', 'Oudegracht 211, 3511 NH Utrecht'],
  }),
  mueller: person({
    name: ['Jan', 'Müller', 'Jan Mueller'],
    born: ['1985-01-12', 'Leipzig', 'MALE'],
    registered: ['DE', 'L01X00T585', 'Karl-Liebknecht-Straße 27, 04107 Leipzig'],
  }),
  ozolina: person({
    name: ['Ieva', 'Ozoliņa', 'Ieva Ozolina'],
    born: ['1996-01-24', 'Jelgava', 'FEMALE'],
    registered: ['LV', '240196-19978', 'Lielā iela 13-6, LV-3001 Jelgava'],
  }),
  nguyen: person({
    name: ['Minh Anh', 'Nguyễn', 'Minh Anh Nguyen'],
    born: ['1990-10-05', 'Đà Nẵng', 'FEMALE'],
    registered: ['VN', '048190009981', '27 Trần Phú, Đà Nẵng'],
  }),
} as const satisfies Record<string, Person>;

function person({
  name: [firstName, lastName, latinName],
  born: [birthDate, birthCity, gender],
  registered: [country, nationalId, address],
}: {
  name: [firstName: string, lastName: string, inLatinLetters: string];
  born: [date: string, city: string, gender: Person['gender']];
  registered: [country: string, nationalId: string, address: string];
}): Person {
  const gap = latinName.lastIndexOf(' ');
  const latin =
    gap < 0 ? ([latinName, ''] as const) : ([latinName.slice(0, gap), latinName.slice(gap + 1)] as const);
  return { firstName, lastName, latin, country, gender, birthDate, birthCity, nationalId, address };
}

/** Returns one of the people; the same text always gives the same one. */
export function personFor(text: string): Person {
  const everyone: readonly Person[] = Object.values(inventedPeople);
  const sum = [...text].reduce((total, character) => (total * 31 + (character.codePointAt(0) ?? 0)) >>> 0, 7);
  return everyone[sum % everyone.length] ?? inventedPeople.estonian;
}
