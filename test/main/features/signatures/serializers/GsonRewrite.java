import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;

/** Parses the body on standard input and writes it again with Gson: a name and Base64 on each line. */
public class GsonRewrite {
  public static void main(String[] arguments) throws Exception {
    String body = new String(System.in.readAllBytes(), StandardCharsets.UTF_8);
    JsonElement element = JsonParser.parseString(body);
    Map<?, ?> map = new Gson().fromJson(body, Map.class);
    write("Gson of JsonElement", new Gson().toJson(element));
    write("Gson of JsonElement, pretty", new GsonBuilder().setPrettyPrinting().create().toJson(element));
    write("Gson of JsonElement, no HTML escaping", new GsonBuilder().disableHtmlEscaping().create().toJson(element));
    write("Gson of Map", new Gson().toJson(map));
  }

  static void write(String name, String text) {
    System.out.println(name + "\t" + Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8)));
  }
}
